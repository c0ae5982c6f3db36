import { useMemo } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import {
  cache,
  journal,
  type Account,
  type Approval,
  type Contact,
  type Permission,
  type Site,
} from '@/lib/db'
import { readDeviceBatches, type DeviceBatch } from '../devices/deviceBatches'
import { deviceIn } from '@/lib/devices/isOnDevice'
import { networks, setNetworks } from '@/lib/network/networks'
import type { Network } from '@/lib/network/network'
import type { Token } from '@/lib/simulate/quote'
import type { Address } from 'viem'
import { named } from '../text/accountName'
import { keyedQuery } from './keyedQuery'
import { sharedQuery } from './sharedQuery'

const useAccountRows = sharedQuery<Account[]>(() => journal.accounts.orderBy('index').toArray())

/** The accounts; undefined while they are read. Their first names are in the page's language, which may come later. */
export const useAccounts = Object.assign(
  (): Account[] | undefined => {
    const rows = useAccountRows()
    return useMemo(() => rows?.map(named), [rows])
  },
  { ahead: useAccountRows.ahead },
)

/** The kind of the device that has an account's key; undefined for any other account, and while that is read. */
export const useDeviceOf = (address: Address): 'ledger' | 'qr' | undefined =>
  deviceIn(useAccounts()?.find((account) => account.address === address))

/** The names that the user gave addresses; undefined while they are read. */
export const useContacts = sharedQuery<Contact[]>(async () =>
  (await journal.contacts.toArray()).toSorted((a, b) => a.name.localeCompare(b.name)),
)

/** The connected sites; undefined while they are read. */
export const useSites = (): Permission[] | undefined =>
  useLiveQuery(() => journal.permissions.toArray())

/** When a site has asked for the first time; undefined while that is read. */
export const useSite = (origin: string): Site | undefined =>
  useLiveQuery(() => journal.sites.get(origin), [origin])

/** Reads the permission of a site, live; null if it is not connected, undefined while that is read. */
export const usePermission = (origin: string): Permission | null | undefined =>
  useLiveQuery(async () => (await journal.permissions.get(origin)) ?? null, [origin])

/**
 * Loads the user's networks into `lib/network/networks`, the one list that every lookup reads, at first and
 * after each change. Call it at the top of the page: its result, the new list, has the page drawn anew.
 * Undefined until the first load.
 */
export const useLoadNetworks = sharedQuery(async (): Promise<readonly Network[]> => {
  setNetworks(await journal.networks.toArray())
  return networks
})

/** How many RPCs of the user's own a network has; they come first. Undefined while that is read. */
export const useOwnRpcCount = (chainId: number): number | undefined =>
  useLiveQuery(async () => (await journal.networks.get(chainId))?.urls?.length ?? 0, [chainId])

/** The host of each network's second RPC: what follows it in the URL may hold a key and is left where it is. */
export const secondHosts = async (): Promise<Readonly<Record<number, string>>> => {
  const chosen = await journal.networks.toArray()
  return Object.fromEntries(
    chosen.flatMap(({ chainId, secondUrl }) =>
      secondUrl ? [[chainId, new URL(secondUrl).host]] : [],
    ),
  )
}

/** Reads the host of each network's second RPC, live; undefined while it is read. */
export const useSecondHosts = (): Readonly<Record<number, string>> | undefined =>
  useLiveQuery(secondHosts)

const readApprovals = async (
  id: string | undefined,
): Promise<{ pending: Approval[]; named: Approval | undefined }> => ({
  pending: await journal.approvals.where({ state: 'pending' }).sortBy('createdAt'),
  named: id === undefined ? undefined : await journal.approvals.get(id),
})

/** The approvals that wait, oldest first, and the one with this id whatever became of it. */
export const useApprovals = (
  id: string | undefined,
): Awaited<ReturnType<typeof readApprovals>> | undefined =>
  useLiveQuery(() => readApprovals(id), [id])

const readAwaited = (id: string | undefined) => {
  const { approvals, accounts, batches, events } = journal
  return journal.transaction('r', approvals, accounts, batches, events, async () => ({
    ...(await readApprovals(id)),
    devices: await readDeviceBatches(),
  }))
}

const useWaiting = sharedQuery(() => readAwaited(undefined))

/**
 * Requests with the batches that a device has to sign, of one moment: what was approved is in one of both, so that the
 * window does not close in between.
 */
export const useAwaited = Object.assign(
  (
    id: string | undefined,
  ): (Awaited<ReturnType<typeof readApprovals>> & { devices: DeviceBatch[] }) | undefined => {
    const waiting = useWaiting()
    const latest = useLiveQuery(async () => (id === undefined ? undefined : readAwaited(id)), [id])
    if (id === undefined) return waiting
    // One that has just come to an end waits no more, and is read: no page may take it for gone.
    return latest ?? (waiting?.pending.some((row) => row.id === id) ? waiting : undefined)
  },
  { ahead: useWaiting.ahead },
)

/** The tokens of a chain that the wallet has looked at; undefined while they are read. */
export const useKnownTokens = keyedQuery(async (chainId: number) => {
  const prefix = `token:${chainId}:`
  const facts = await cache.facts.where('key').startsWith(prefix).toArray()
  return Object.fromEntries(
    facts.map(({ key, value }): [Address, Token] => [
      key.slice(prefix.length) as Address,
      value as Token,
    ]),
  )
})
