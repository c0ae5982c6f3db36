import type { Address } from 'viem'
import type { Account } from '@/lib/db'
import { findNetwork, shownNetworks } from '@/lib/network/networks'
import type { Network } from '@/lib/network/network'
import { setHere, useNavigation } from '../store/navigation'
import { wallet } from '../store/session'
import { useActive } from './useActive'

/** The account and network that the wallet's own pages are about, and all that there are. */
export type Here = {
  account: Account
  network: Network
  accounts: readonly Account[]
  networks: readonly Network[]
}

/** The active account, and the network chosen or the first; undefined while accounts are read. */
export const useHere = (): Here | undefined => {
  const chainId = useNavigation((store) => store.here.chainId)
  const found = useActive()
  const networks = shownNetworks()
  const account = found?.active
  const accounts = found?.accounts.filter(({ isHidden }) => !isHidden)
  const wanted = chainId === undefined ? undefined : findNetwork(chainId)
  const network = wanted && !wanted.isHidden ? wanted : networks[0]
  return accounts && account && network && { account, network, accounts, networks }
}

/** Makes an account the active one, wherever the wallet is open. */
export const chooseAccount = (activeAccount: Address): Promise<null> =>
  wallet('choose', { activeAccount })

/** Chooses a network. */
export const chooseNetwork = (chainId: number): void => setHere({ chainId })
