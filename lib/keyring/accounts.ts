import type { Address } from 'viem'
import { journal, type Account } from '../db'
import { internalOrigin } from '../approvals/internalOrigin'
import { keepSetting, setting } from '../db/settings'
import type { Content } from './blob'

/** An account to add; `addAccounts` gives it its index and name. */
export type NewAccount = Omit<Account, 'index' | 'name'>

/** Lists the accounts whose keys are in a vault. */
export const accountsOf = ({ keys }: Content): NewAccount[] =>
  (Object.entries(keys) as [Address, { path?: number }][]).map(([address, { path }]) =>
    path === undefined ? { address, source: 'key' } : { address, path },
  )

/**
 * Appends accounts to the list, each named by its index. An account that is already listed keeps index and
 * name; its source changes if it was only watched or becomes an account of the phrase.
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
      const { source: _, devicePath: __, fingerprint: ___, ...rest } = known
      await journal.accounts.put({ ...rest, ...account })
    }
  }
}

/** Tables of the transaction that removes an account: those of `dropAccount`, and the vault for its key. */
export const removing = [
  journal.accounts,
  journal.vault,
  journal.permissions,
  journal.settings,
  journal.batches,
  journal.approvals,
]

/**
 * Reason not to remove an account: it is the only one shown, or a live batch or a pending request may need
 * it.
 */
export type RemovalRefusal = 'last' | 'live' | 'asked'

/**
 * Deletes an account from the list, from the sites that were granted it and from the active account's
 * setting. Runs inside a transaction on `removing`. Deletes nothing while the account has a live batch, or
 * while a site that was granted it, or the wallet's own page, has a request pending.
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
