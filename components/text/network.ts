import { findNetwork, type Network } from '@/lib/network/networks'

/** The host of a network's node; what follows it in the URL may hold a key. */
export const nodeHost = ({ url }: Network): string => new URL(url).host

/** A network's name, or its chain ID where the wallet no longer has it. */
export const networkName = (chainId: number): string =>
  findNetwork(chainId)?.name ?? `Chain ${chainId}`
