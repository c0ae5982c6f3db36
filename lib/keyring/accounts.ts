import type { Address } from 'viem'
import { journal, type Account } from '../db'
import type { Content } from './blob'

/** An account that is to be added: place and name follow from those that are there. */
export type NewAccount = Omit<Account, 'index' | 'name'>

/** The accounts whose keys a vault has. */
export const accountsOf = ({ keys }: Content): NewAccount[] =>
  (Object.entries(keys) as [Address, { path?: number }][]).map(([address, { path }]) =>
    path === undefined ? { address, source: 'key' } : { address, path },
  )

/**
 * Puts accounts at the end of the list, named by their place. One that was only watched keeps place and
 * name; one that is there stays as it is.
 */
export const addAccounts = async (added: NewAccount[]): Promise<void> => {
  const last = await journal.accounts.orderBy('index').last()
  let index = last ? last.index + 1 : 0
  for (const account of added) {
    const known = await journal.accounts.get(account.address)
    if (!known) {
      await journal.accounts.add({ ...account, index, name: `Account ${index + 1}` })
      index++
    } else if (known.source === 'watch' && account.source !== 'watch') {
      const { source: _, ...rest } = known
      await journal.accounts.put({ ...rest, ...account })
    }
  }
}
