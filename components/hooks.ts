import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import { hasOver, shownBatches } from '@/lib/batch/clear'
import { stateOf } from '@/lib/batch/journal'
import { isEnded } from '@/lib/batch/machine'
import type { State } from '@/lib/batch/state'
import { cache, journal, type Account, type Approval, type Batch, type Permission } from '@/lib/db'
import type { Token } from '@/lib/simulate/quote'
import type { Address } from 'viem'

/** A batch, how far it got, and whether an older one of its account is in its way. */
export type BatchView = { batch: Batch; state: State; isQueued: boolean }

/** The accounts; undefined while they are read. */
export const useAccounts = (): Account[] | undefined =>
  useLiveQuery(() => journal.accounts.orderBy('index').toArray())

/** The connected sites; undefined while they are read. */
export const useSites = (): Permission[] | undefined =>
  useLiveQuery(() => journal.permissions.toArray())

/** What a site has; null if it is not connected, undefined while that is read. */
export const usePermission = (origin: string): Permission | null | undefined =>
  useLiveQuery(async () => (await journal.permissions.get(origin)) ?? null, [origin])

/** The host of each network's second RPC: what follows it in the URL may hold a key and is left where it is. */
export const secondHosts = async (): Promise<Readonly<Record<number, string>>> => {
  const chosen = await journal.networks.toArray()
  return Object.fromEntries(
    chosen.flatMap(({ chainId, secondUrl }) =>
      secondUrl ? [[chainId, new URL(secondUrl).host]] : [],
    ),
  )
}

/** The same, live; undefined while it is read. */
export const useSecondHosts = (): Readonly<Record<number, string>> | undefined =>
  useLiveQuery(secondHosts)

/** The approvals that wait, oldest first, and the one with this id whatever became of it. */
export const useApprovals = (
  id: string | undefined,
): { pending: Approval[]; named: Approval | undefined } | undefined =>
  useLiveQuery(
    async () => ({
      pending: await journal.approvals.where({ state: 'pending' }).sortBy('createdAt'),
      named: id === undefined ? undefined : await journal.approvals.get(id),
    }),
    [id],
  )

/** What a page of the activity holds, newest first, and whether more comes below it. */
export type ActivityPage = { views: BatchView[]; hasMore: boolean }

const pageSize = 20

/**
 * A page of the activity: what was approved before `below`, back to `from`, both in ms since 1970. The
 * last page has no `from`; it is as long as a page is.
 */
export const readPage = async (below?: number, from?: number): Promise<ActivityPage> => {
  const rows = shownBatches(from, below).reverse()
  const batches = await (from === undefined ? rows.limit(pageSize + 1) : rows).toArray()
  const page = from === undefined ? batches.slice(0, pageSize) : batches
  return { views: await Promise.all(page.map(viewOf)), hasMore: page.length < batches.length }
}

/** That page, live; undefined while it is read. */
export const usePage = (below?: number, from?: number): ActivityPage | undefined =>
  useLiveQuery(() => readPage(below, from), [below, from])

/** Whether the activity shows anything, and anything that may be cleared; undefined while that is read. */
export const useShown = (): { any: boolean; over: boolean } | undefined =>
  useLiveQuery(async () => ({
    any: (await shownBatches().first()) !== undefined,
    over: await hasOver(),
  }))

/** How many batches were cleared at that time and not taken back; undefined while they are counted. */
export const useCleared = (at: number): number | undefined =>
  useLiveQuery(() => journal.batches.where({ clearedAt: at }).count(), [at])

/** The batches that may still change. */
export const useLiveBatches = (): BatchView[] | undefined =>
  useLiveQuery(async () =>
    Promise.all((await journal.batches.where({ live: 1 }).toArray()).map(viewOf)),
  )

/** One batch; null if there is none, undefined while it is read. */
export const useBatch = (key: string): BatchView | null | undefined =>
  useLiveQuery(async () => {
    const batch = await journal.batches.get(key)
    return batch ? viewOf(batch) : null
  }, [key])

const viewOf = async (batch: Batch): Promise<BatchView> => {
  const state = await stateOf(batch.key)
  const isQueued = state.transactions.length === 0 && (await isBehind(batch))
  return { batch, state, isQueued }
}

const isBehind = async ({ from, chainId, createdAt }: Batch): Promise<boolean> => {
  const live = await journal.batches.where({ live: 1 }).toArray()
  const older = live.filter(
    (other) => other.from === from && other.chainId === chainId && other.createdAt < createdAt,
  )
  const ended = await Promise.all(
    older.map(async (other) => isEnded(other, await stateOf(other.key))),
  )
  return ended.includes(false)
}

/** The tokens of a chain that the wallet has looked at; undefined while they are read. */
export const useKnownTokens = (chainId: number): Record<Address, Token> | undefined =>
  useLiveQuery(async () => {
    const prefix = `token:${chainId}:`
    const facts = await cache.facts.where('key').startsWith(prefix).toArray()
    return Object.fromEntries(
      facts.map(({ key, value }) => [key.slice(prefix.length), value as Token]),
    )
  }, [chainId])

const onHash = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** What the address of the page names after `#`. */
export const useHash = (): string => useSyncExternalStore(onHash, () => location.hash.slice(1))
