import type { Address } from 'viem'
import { journal, type Account } from '../db'
import { internalOrigin } from '../approvals/internalOrigin'
import { keepSetting, setting } from '../db/settings'
import type { Content } from './blob'

/** An account that is to be added: place and name follow from those that are there. */
export type NewAccount = Omit<Account, 'index' | 'name'>

/** The accounts whose keys a vault has. */
export const accountsOf = ({ keys }: Content): NewAccount[] =>
  (Object.entries(keys) as [Address, { path?: number }][]).map(([address, { path }]) =>
    path === undefined ? { address, source: 'key' } : { address, path },
  )

/**
 * Puts accounts at the end of the list, named by their place. One that was only watched, or a key's and is now
 * the phrase's, keeps place and name; one that is there stays as it is.
 */
export const addAccounts = async (added: NewAccount[]): Promise<void> => {
  const last = await journal.accounts.orderBy('index').last()
  let index = last ? last.index + 1 : 0
  for (const account of added) {
    const known = await journal.accounts.get(account.address)
    if (!known) {
      await journal.accounts.add({ ...account, index, name: `Account ${index + 1}` })
      index++
    } else if (known.source && account.source !== known.source && account.source !== 'watch') {
      const { source: _, ...rest } = known
      await journal.accounts.put({ ...rest, ...account })
    }
  }
}

/** What removing an account may write. */
export const removing = [
  journal.accounts,
  journal.vault,
  journal.permissions,
  journal.settings,
  journal.batches,
  journal.approvals,
]

/** Why an account is not removed: it is the only one shown, or a batch or a request may still need it. */
export type RemovalRefusal = 'last' | 'live' | 'asked'

/**
 * Takes an account from the list, from the sites that hold it and from home, as part of a transaction on
 * `removing`. Nothing is taken while a batch of it lives or a site that holds it waits for the user.
 */
export const dropAccount = async (address: Address): Promise<RemovalRefusal | undefined> => {
  const { accounts, approvals, batches, permissions } = journal
  const others = await accounts.where('address').notEqual(address).toArray()
  if (others.every(({ isHidden }) => isHidden)) return 'last'
  const live = await batches.where({ live: 1 }).toArray()
  if (live.some(({ from }) => from === address)) return 'live'
  const holding = (await permissions.toArray()).filter((site) => site.accounts.includes(address))
  const origins = new Set([internalOrigin, ...holding.map(({ origin }) => origin)])
  const waiting = await approvals.where({ state: 'pending' }).toArray()
  if (waiting.some(({ origin }) => origins.has(origin))) return 'asked'
  for (const site of holding) {
    const rest = site.accounts.filter((other) => other !== address)
    if (rest.length > 0) await permissions.put({ ...site, accounts: rest })
    else await permissions.delete(site.origin)
  }
  await accounts.delete(address)
  if ((await setting('activeAccount')) === address) await keepSetting('activeAccount', undefined)
  return undefined
}
