import { append } from '../batch/journal'
import { journal, type Approval } from '../db'
import { hasPageLeft } from './presence'
import { checkRateLimit, coolDown } from './rateLimit'
import { isRpcError, rpcError, toError, type WireError } from '../rpc/errors'
import type { Intake, Write } from '../rpc/method'
import type { SiteRequest } from '../rpc/siteRequest'
import { createEmitter } from '../db/emitter'
import { recordApproval, recordVisit } from './visits'

/** How long a settled row is kept for a page that asks again for its answer, in ms. */
const answerHolds = { pending: Infinity, approved: 24 * 60 * 60_000, rejected: 2 * coolDown.ms }

/** A request waits for the user that is to be shown at once. */
export const approvalAdded = createEmitter()

/** A row was added, taken up again by its page, or left `pending`. */
export const approvalsChanged = createEmitter()

const resumed = (row: Approval) => {
  delete row.goneAt
}

const raised = (row: Approval) => {
  delete row.isQuiet
}

const waiters = new Map<string, Set<(row: Approval) => void>>()

/** Rejections that the disk did not take: their rows still wait there, and are never approved here. */
const unsaved = new Map<string, Approval>()

/** The row of a request, if it ever asked. */
export const find = async (id: string): Promise<Approval | undefined> =>
  unsaved.get(id) ?? (await journal.approvals.get(id))

/** The rows the user has not decided, oldest first. */
export const pending = async (): Promise<Approval[]> =>
  (await journal.approvals.where({ state: 'pending' }).sortBy('createdAt')).filter(
    ({ id }) => !unsaved.has(id),
  )

/**
 * Adds the request's row if it has none and waits until the user has decided.
 * Rejected: throws the row's error, or 4001.
 */
export const ask = async (
  request: SiteRequest,
  params: unknown,
  intake: Intake = {},
  onWait?: () => void,
): Promise<Approval> => {
  const row = (await find(request.id)) ?? (await add(request, params, intake))
  if (row.goneAt !== undefined) await journal.approvals.where({ id: row.id }).modify(resumed)
  onWait?.()
  const settled = row.state === 'pending' ? await decisionOn(row) : row
  if (settled.state === 'rejected')
    throw settled.error ? toError(settled.error) : rpcError('userRejected')
  return settled
}

const add = async (
  request: SiteRequest,
  params: unknown,
  { params: kept, isShared, check, reserve }: Intake,
) => {
  await check?.()
  const { id, origin, documentId, method, wire, isQuiet, top } = request
  const row: Approval = {
    id,
    origin,
    documentId,
    method,
    wire,
    params: kept ?? params,
    ...(top === undefined ? {} : { top }),
    state: 'pending',
    createdAt: Date.now(),
    ...(reserve ? { reserves: reserve.key } : {}),
  }
  const { approvals, batches, permissions, tombstones, sites } = journal
  const store = async () => {
    const known = await approvals.get(id)
    if (known) return [known, false] as const
    if (isQuiet && !(await permissions.get(origin))) row.isQuiet = true
    const waiting = await approvals.where({ state: 'pending' }).toArray()
    const same = waiting.find((other) => isShared && isSame(other, row))
    if (!same) {
      await checkRateLimit(row, waiting)
      if (reserve) {
        const reserved = await approvals.where({ reserves: reserve.key }).count()
        if (reserved > 0 || (await reserve.taken())) throw reserve.error()
      }
      await approvals.add(row)
      await recordVisit(origin, row.createdAt)
    }
    const isShown = !row.isQuiet && (!same || same.isQuiet === true)
    if (isShown) await raise(origin)
    return [same ?? row, isShown] as const
  }
  await prune(row.createdAt).catch(() => 0)
  const [stored, isShown] = await journal
    .transaction('rw', [approvals, batches, permissions, tombstones, sites], store)
    .catch(async (error: unknown) => {
      if (isRpcError(error)) throw error
      // A write that is said to have failed may be on disk all the same.
      if (await find(id)) return [row, !row.isQuiet] as const
      throw rpcError('internal', 'the request could not be saved, and nothing was sent')
    })
  if (isShown) approvalAdded.emit()
  return stored
}

const isSame = (one: Approval, other: Approval): boolean =>
  one.origin === other.origin &&
  one.method === other.method &&
  one.wire === other.wire &&
  one.documentId === other.documentId &&
  !one.again

/** Shows what was only on the icon: of one site when the user acts on it, of all when they ask for it. */
export const raise = (origin?: string): Promise<number> =>
  journal.approvals
    .where({ state: 'pending' })
    .and((row) => row.isQuiet === true && row.origin === (origin ?? row.origin))
    .modify(raised)

/** Settled rows go when no page can wait for them any more: not before their batch is over. `now` in ms since 1970. */
const prune = async (now: number): Promise<number> => {
  const live = new Set(await journal.batches.where({ live: 1 }).primaryKeys())
  return journal.approvals
    .where('state')
    .notEqual('pending')
    .and(({ id, settledAt = 0, state }) => now - settledAt > answerHolds[state] && !live.has(id))
    .delete()
}

const decisionOn = (row: Approval): Promise<Approval> =>
  new Promise((resolve, reject) => {
    const waiting = waiters.get(row.id) ?? new Set()
    waiters.set(row.id, waiting.add(resolve))
    // The decision may have fallen between reading the row and waiting for it.
    find(row.id).then((now) => now && now.state !== 'pending' && resolve(now), reject)
    approvalsChanged.emit()
  })

/** The user's yes: `write` runs in the same transaction, and what it gives is kept in the row. False if the row had left `pending`. */
export const approve = (id: string, decision: unknown, write: Write): Promise<boolean> =>
  settle(id, { state: 'approved', decision }, write)

/**
 * The user's no, which counts for the site's cool-down: `error` is what the site is told, else 4001. Throws
 * if the disk does not take it: the site is answered all the same, and this worker approves it no more.
 */
export const reject = (id: string, error?: WireError): Promise<boolean> =>
  settle(id, { state: 'rejected', isRefused: true, ...(error ? { error } : {}) })

/** The wallet's no, to what turned out to be impossible. */
export const fail = (id: string, error: WireError): Promise<boolean> =>
  settle(id, { state: 'rejected', error })

/**
 * Closing the window rejects all that waits in it, not what is only on the icon or comes after: `before` in ms
 * since 1970.
 */
export const rejectAll = async (before = Infinity): Promise<void> => {
  const rows = (await pending()).filter(({ isQuiet, createdAt }) => !isQuiet && createdAt < before)
  for (const { id } of rows)
    await settle(id, { state: 'rejected', isRefused: true }, undefined, false).catch(() => false)
  approvalsChanged.emit()
}

const settle = async (id: string, to: Partial<Approval>, write?: Write, isTold = true) => {
  const known = unsaved.get(id)
  if (known && write) return false
  const tell = (row: Approval) => {
    for (const resolve of waiters.get(id) ?? []) resolve(row)
    waiters.delete(id)
  }
  const decide = async () => {
    const row = await journal.approvals.get(id)
    // Settled before, and whoever waits may not have heard of it.
    if (row && row.state !== 'pending') tell(row)
    if (row?.state !== 'pending') return undefined
    const written = await write?.()
    if (row.again && to.state === 'rejected')
      await append(row.again.key, [{ type: 'stopped', reason: 'refused' }], Date.now())
    const { reserves: _, ...rest } = row
    const now = { ...rest, ...to, ...written, settledAt: Date.now(), ...known }
    // A question that the wallet asks once more does not count against the site.
    if (row.again) delete now.isRefused
    await Promise.all([
      journal.approvals.put(now),
      to.state === 'approved' && recordApproval(row.origin, now.settledAt),
    ])
    return now
  }
  const settled = await journal
    .transaction('rw', journal.tables, decide)
    .catch(async (error: unknown) => {
      // A write that is said to have failed may be on disk all the same.
      const row = await journal.approvals.get(id)
      if (row && row.state === to.state) return row
      if (row?.state === 'pending' && !write && !known) {
        const now = { ...row, ...to, settledAt: Date.now() }
        unsaved.set(id, now)
        tell(now)
      }
      throw error
    })
  unsaved.delete(id)
  if (!settled) return false
  tell(settled)
  if (isTold) approvalsChanged.emit()
  return true
}

/** The document has left (its Port is gone): it has 30 s to come back. `at` in ms since 1970. */
export const documentLeft = (documentId: string, at: number): Promise<number> =>
  journal.approvals
    .where({ documentId })
    .and((row) => row.state === 'pending' && row.goneAt === undefined)
    .modify({ goneAt: at })

/** Rejects what no page waits for any more. `now` in ms since 1970. */
export const expire = async (now: number): Promise<void> => {
  for (const row of await pending())
    if (hasPageLeft(row, now)) await settle(row.id, { state: 'rejected' }).catch(() => false)
}

/**
 * A worker that starts knows no page: each request counts as left until its page takes it up again. What the
 * wallet itself asks has no page.
 */
export const leaveAll = (): Promise<number> =>
  journal.approvals
    .where({ state: 'pending' })
    .and(({ documentId }) => documentId !== '')
    .modify({ goneAt: 0 })
