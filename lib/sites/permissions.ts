import type { Address } from 'viem'
import { journal, type Permission } from '../db'
import { defaultChainId, findNetwork } from '../network/networks'
import { createRowCache } from '../db/rowCache'
import { createEmitter } from '../db/emitter'

/** Emits when a site's accounts or network changed. */
export const permissionsChanged = createEmitter()

/** Row cache, read on every request of a site. Bounded, because a page can frame any number of origins. */
const rows = createRowCache(journal.permissions, 1_000)

/** Number of writes at the last `tell`. */
let told = 0

/** Emits `changed` if anything was written since the last call; call it after the transaction. */
export const tell = (): void => {
  if (told === rows.writes()) return
  told = rows.writes()
  permissionsChanged.emit()
}

/** Returns an origin's permission; undefined if it is not connected. */
export const permission = (origin: string): Promise<Permission | undefined> => rows.get(origin)

/** Returns an origin's accounts, the active one first, and its network; defaults if it is not connected. */
export const site = async (origin: string): Promise<{ accounts: Address[]; chainId: number }> => {
  const granted = await permission(origin)
  return { accounts: granted?.accounts ?? [], chainId: granted?.chainId ?? defaultChainId }
}

/**
 * Returns the write that connects an origin, replacing its former permission. `since`: when it was first
 * connected, in ms since 1970. Throws if an account is unknown or watch-only, or the network is unknown.
 */
export const connect = async (
  origin: string,
  accounts: Address[],
  chainId: number,
  since?: number,
): Promise<() => Promise<void>> => {
  const own = await journal.accounts.bulkGet(accounts)
  const isOwn = own.every((account) => account !== undefined && account.source !== 'watch')
  if (!isOwn || !findNetwork(chainId))
    throw new Error('the decision names what the wallet does not have')
  return async () => {
    await journal.permissions.put({ origin, accounts, chainId, createdAt: since ?? Date.now() })
  }
}

/**
 * Returns the write that moves an origin to another network. Throws if the wallet does not have the
 * network.
 */
export const move = (origin: string, chainId: number): Promise<() => Promise<void>> => {
  if (!findNetwork(chainId)) throw new Error('the wallet does not have the network')
  return Promise.resolve(async () => {
    await journal.permissions.update(origin, { chainId })
  })
}

/** A permission in the form of EIP-2255; `date` in ms since 1970. */
export type WalletPermission = {
  invoker: string
  parentCapability: 'eth_accounts'
  date: number
  caveats: { type: 'restrictReturnedAccounts'; value: Address[] }[]
}

/** Returns an origin's permissions in the form of EIP-2255; empty if it is not connected. */
export const grantsOf = async (origin: string): Promise<WalletPermission[]> => {
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

/** Disconnects an origin: deletes its permission. */
export const revoke = async (origin: string): Promise<void> => {
  await journal.permissions.delete(origin)
  permissionsChanged.emit()
}

/** Disconnects all origins. */
export const revokeAll = async (): Promise<void> => {
  await journal.permissions.clear()
  permissionsChanged.emit()
}
