import { findNetwork } from '@/lib/network/networks'
import type { Network } from '@/lib/network/network'
import { t } from './messages'
import { hostOf } from './origin'

/** The host of the RPC of a network that is asked first. */
export const nodeHost = ({ hosts }: Network): string => hosts[0] ?? ''

/** A network's name, with the site that added it. */
export const titleOf = ({ name, addedBy }: Pick<Network, 'name' | 'addedBy'>): string =>
  addedBy === undefined ? name : t('network_addedBy', name, hostOf(addedBy))

/** A network's name, or its chain ID where the wallet no longer has it. */
export const networkName = (chainId: number): string => {
  const network = findNetwork(chainId)
  return network ? titleOf(network) : t('chainNumber', chainId)
}
