import { findNetwork } from '@/lib/network/networks'
import type { Network } from '@/lib/network/network'
import { t } from './messages'

/** The host of the RPC of a network that is asked first. */
export const nodeHost = ({ hosts }: Network): string => hosts[0] ?? ''

/** A network's name, or its chain ID where the wallet no longer has it. */
export const networkName = (chainId: number): string =>
  findNetwork(chainId)?.name ?? t('chainNumber', chainId)
