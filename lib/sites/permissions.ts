import type { Address } from 'viem'
import { journal, type Permission } from '../db'
import { defaultChainId, findNetwork } from '../network/networks'
import { createRowCache } from '../db/rowCache'
import { createEmitter } from '../db/emitter'

/** A site's accounts or network have changed. */
export const permissionsChanged = createEmitter()

/** Each request of a site asks for its own; a page can frame as many origins as it likes. */
const rows = createRowCache(journal.permissions, 1_000)

/** How many of the writes had been told. */
let told = 0

/** Tells of what was written since it was last told, if anything was: for after the transaction. */
export const tell = (): void => {
  if (told === rows.writes()) return
  told = rows.writes()
  permissionsChanged.emit()
}

/** What an origin was granted; undefined if it is not connected. */
export const permission = (origin: string): Promise<Permission | undefined> => rows.get(origin)

/** An origin's accounts, the active one first, and the network it is on. */
export const site = async (origin: string): Promise<{ accounts: Address[]; chainId: number }> => {
  const granted = await permission(origin)
  return { accounts: granted?.accounts ?? [], chainId: granted?.chainId ?? defaultChainId }
}

/**
 * What connecting writes: accounts (none that is only watched) and a network of the wallet, in place of what
 * the origin had; `since`, in ms since 1970, where it was connected before.
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
  permissionsChanged.emit()
}

/** Takes all from all. */
export const revokeAll = async (): Promise<void> => {
  await journal.permissions.clear()
  permissionsChanged.emit()
}
