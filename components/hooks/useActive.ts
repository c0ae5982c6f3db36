import { useLiveQuery } from 'dexie-react-hooks'
import type { Address } from 'viem'
import { journal, type Account } from '@/lib/db'
import { setting } from '@/lib/db/settings'
import { named } from '../text/accountName'

/** The accounts, and the one that the wallet's own pages are about; none while all are hidden. */
export type Active = { accounts: readonly Account[]; active: Account | undefined }

/** The account that was chosen if it is one of these and shown, or the first that is. */
export const activeOf = (
  accounts: readonly Account[],
  chosen: Address | undefined,
): Account | undefined => {
  const shown = accounts.filter(({ isHidden }) => !isHidden)
  return shown.find(({ address }) => address === chosen) ?? shown[0]
}

/** Reads the active account and network in one go: no page shows another account first. */
export const readActive = async (): Promise<Active> => {
  const accounts = (await journal.accounts.orderBy('index').toArray()).map(named)
  return { accounts, active: activeOf(accounts, await setting('activeAccount')) }
}

/** Reads the accounts and the active one, live; undefined while they are read. */
export const useActive = (): Active | undefined => useLiveQuery(readActive)
