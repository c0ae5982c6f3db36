import type { Address } from 'viem'
import { journal, type Permission } from './db'
import { defaultChainId, findNetwork } from './network/networks'
import { signal } from './signal'

/** A site's accounts or network have changed. */
export const changed = signal()

/** What an origin was granted; undefined if it is not connected. */
export const permission = (origin: string): Promise<Permission | undefined> =>
  journal.permissions.get(origin)

/** An origin's accounts, the active one first, and the network it is on. */
export const site = async (origin: string): Promise<{ accounts: Address[]; chainId: number }> => {
  const granted = await permission(origin)
  return { accounts: granted?.accounts ?? [], chainId: granted?.chainId ?? defaultChainId }
}

/** What connecting writes: accounts and a network of the wallet, in place of what the origin had. */
export const connect = async (
  origin: string,
  accounts: Address[],
  chainId: number,
): Promise<() => Promise<void>> => {
  const own = await journal.accounts.bulkGet(accounts)
  if (own.includes(undefined) || !findNetwork(chainId))
    throw new Error('the decision names what the wallet does not have')
  return async () => {
    await journal.permissions.put({ origin, accounts, chainId, createdAt: Date.now() })
  }
}

/** What moving to another network of the wallet writes. */
export const move = (origin: string, chainId: number): Promise<() => Promise<void>> => {
  if (!findNetwork(chainId)) throw new Error('the wallet does not have the network')
  return Promise.resolve(async () => {
    await journal.permissions.update(origin, { chainId })
  })
}

/** A permission as EIP-2255 shows it; `date` in ms since 1970. */
export type Grant = {
  invoker: string
  parentCapability: 'eth_accounts'
  date: number
  caveats: { type: 'restrictReturnedAccounts'; value: Address[] }[]
}

/** An origin's permissions as EIP-2255 shows them. */
export const grantsOf = async (origin: string): Promise<Grant[]> => {
  const granted = await permission(origin)
  if (!granted) return []
  const caveat = { type: 'restrictReturnedAccounts' as const, value: granted.accounts }
  return [
    {
      invoker: origin,
      parentCapability: 'eth_accounts',
      date: granted.createdAt,
      caveats: [caveat],
    },
  ]
}

/** Takes all from an origin. */
export const revoke = async (origin: string): Promise<void> => {
  await journal.permissions.delete(origin)
  changed.emit()
}
