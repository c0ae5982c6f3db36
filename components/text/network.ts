import { findNetwork } from '@/lib/network/networks'

/** A network's name, or its chain ID where the wallet no longer has it. */
export const networkName = (chainId: number): string =>
  findNetwork(chainId)?.name ?? `Chain ${chainId}`
