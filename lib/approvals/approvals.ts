import { mutex } from '../async'
import { append } from '../batch/journal'
import { journal, type Approval } from '../db'
import { hasPageLeft } from './presence'
import { checkRateLimit, coolDown } from './rateLimit'
import { isRpcError, rpcError, toError, type WireError } from '../rpc/errors'
import type { Intake, Write } from '../rpc/method'
import type { SiteRequest } from '../rpc/siteRequest'
import { createEmitter } from '../db/emitter'
import { recordApproval, recordVisit } from './visits'

/** How long, in ms, a settled row is kept for a page that repeats its request. */
const answerHolds = { pending: Infinity, approved: 24 * 60 * 60_000, rejected: 2 * coolDown.ms }

/** Emits when a request must be shown to the user at once. */
export const approvalAdded = createEmitter()

/** Emits when a row was added, taken up again by its page, or decided. */
export const approvalsChanged = createEmitter()

const resumed = (row: Approval) => {
  delete row.goneAt
}

const moved = (row: Approval) => {
  if (row.isBeside) delete row.isBeside
  else row.isBeside = true
}

const raised = (row: Approval) => {
  delete row.isQuiet
}

const waiters = new Map<string, Set<(row: Approval) => void>>()

/** Rejected rows that the disk refused to store: still pending there, but never approved by this worker. */
const unsaved = new Map<string, Approval>()

/** Returns the row of a request; undefined if the request never asked the user. */
export const find = async (id: string): Promise<Approval | undefined> =>
  unsaved.get(id) ?? (await journal.approvals.get(id))

/** Returns the undecided rows, oldest first. */
export const pending = async (): Promise<Approval[]> =>
  (await journal.approvals.where({ state: 'pending' }).sortBy('createdAt')).filter(
    ({ id }) => !unsaved.has(id),
  )

/** Returns the undecided rows that the approval window shows, oldest first. */
export const inWindow = async (): Promise<Approval[]> =>
  (await pending()).filter(({ isQuiet, isBeside }) => !isQuiet && !isBeside)

/** Looks at panels come one after another: an earlier one must not write what a later one found out of date. */
const inTurn = mutex()

/**
 * Notes which undecided rows a panel shows beside their tab, as `isBeside` finds it now. A request that lost its
 * panel is the window's again.
 */
export const seat = (isBeside: (row: Approval) => Promise<boolean>): Promise<void> =>
  inTurn(async () => {
    for (const row of await pending()) {
      const was = row.isBeside
      if ((await isBeside(row)) !== (was === true))
        await journal.approvals
          .where({ id: row.id })
          .and((now) => now.state === 'pending' && now.isBeside === was)
          .modify(moved)
    }
  })

/**
 * Adds the request's row unless it has one, and waits for the decision. Throws the row's error, or 4001, if
 * it is rejected; -32005 if the site is rate limited; -32603 if the row cannot be stored.
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
  const { id, origin, documentId, tab, method, wire, isQuiet, top } = request
  const row: Approval = {
    id,
    origin,
    documentId,
    ...(tab === undefined ? {} : { tab }),
    method,
    wire,
    params: kept ?? params,
    ...(top === undefined ? {} : { top }),
    state: 'pending',
    createdAt: Date.now(),
    ...(reserve ? { reserves: reserve.key } : {}),
  }
  const { approvals, batches, permissions, settings, tombstones, sites } = journal
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
    .transaction('rw', [approvals, batches, permissions, settings, tombstones, sites], store)
    .catch(async (error: unknown) => {
      if (isRpcError(error)) throw error
      // A write that reports failure may be on disk all the same.
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

/** Shows requests that were only on the icon: of one site when the user acts on it, or of all. */
export const raise = (origin?: string): Promise<number> =>
  journal.approvals
    .where({ state: 'pending' })
    .and((row) => row.isQuiet === true && row.origin === (origin ?? row.origin))
    .modify(raised)

const dueAt = ({ settledAt = 0, state }: Approval): number => settledAt + answerHolds[state]

const settledRows = () => journal.approvals.where('state').notEqual('pending')

/**
 * Deletes settled rows that no page can wait for any more and whose batch is over. `now` in ms since 1970.
 */
export const prune = async (now: number): Promise<number> => {
  const isDue = (row: Approval) => dueAt(row) < now
  // A write, of nothing too, waits for every write before it: no request waits for that.
  if ((await settledRows().and(isDue).count()) === 0) return 0
  const live = new Set(await journal.batches.where({ live: 1 }).primaryKeys())
  return settledRows()
    .and((row) => isDue(row) && !live.has(row.id))
    .delete()
}

/**
 * Returns when the next settled row is due to be deleted, from `now` on; undefined if none is. In ms since
 * 1970.
 */
export const nextDue = async (now: number): Promise<number | undefined> => {
  const times = (await settledRows().toArray()).map(dueAt).filter((at) => at >= now)
  return times.length > 0 ? Math.min(...times) : undefined
}

const sweep = (row: Approval) => {
  row.wire = ''
  row.params = null
  delete row.decision
  delete row.signature
}

/**
 * Deletes message and signature of a settled request whose page has the answer; the rest counts towards the
 * site's rate limit.
 */
export const acknowledged = (id: string, origin: string): Promise<number> =>
  journal.approvals
    .where({ id })
    .and((row) => row.origin === origin && row.state !== 'pending')
    .modify(sweep)

const decisionOn = (row: Approval): Promise<Approval> =>
  new Promise((resolve, reject) => {
    const waiting = waiters.get(row.id) ?? new Set()
    waiters.set(row.id, waiting.add(resolve))
    // The decision may fall between reading the row and waiting for it.
    find(row.id).then((now) => now && now.state !== 'pending' && resolve(now), reject)
    approvalsChanged.emit()
  })

/**
 * Approves a request: `write` runs in the same transaction, and its result is stored in the row. False if
 * the row was no longer pending.
 */
export const approve = (id: string, decision: unknown, write: Write): Promise<boolean> =>
  settle(id, { state: 'approved', decision }, write)

/**
 * Rejects a request for the user, which counts towards the site's rate limit; the site gets `error`, else
 * 4001. Throws if the disk refuses the write; the site is answered all the same, and this worker never
 * approves the row.
 */
export const reject = (id: string, error?: WireError): Promise<boolean> =>
  settle(id, { state: 'rejected', isRefused: true, ...(error ? { error } : {}) })

/** Rejects a request for the wallet, because it turned out to be impossible. */
export const fail = (id: string, error: WireError): Promise<boolean> =>
  settle(id, { state: 'rejected', error })

/** Yeses that are being carried out: their rows are still pending. */
const beingApproved = new Map<string, Promise<unknown>>()

/** Carries out the user's yes to a request, which a window that closes meanwhile does not take back. */
export const carryingOut = <T>(id: string, run: () => Promise<T>): Promise<T> => {
  const done = run().finally(() => beingApproved.get(id) === done && beingApproved.delete(id))
  beingApproved.set(id, done)
  return done
}

/**
 * Rejects all requests shown in the approval window when it closes; not those only on the icon or in a panel, nor
 * those created from `before` on (ms since 1970).
 */
export const rejectAll = async (before = Infinity): Promise<void> => {
  const rows = (await inWindow()).filter(({ createdAt }) => createdAt < before)
  await Promise.all(
    rows.map(async ({ id }) => {
      await beingApproved.get(id)?.catch(() => undefined)
      await settle(id, { state: 'rejected', isRefused: true }, undefined, false).catch(() => false)
    }),
  )
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
    // Answers waiters of a row that was already settled, as they may have missed it.
    if (row && row.state !== 'pending') tell(row)
    if (row?.state !== 'pending') return undefined
    const settledAt = Date.now()
    const [written] = await Promise.all([
      write?.(),
      to.state === 'approved' && recordApproval(row.origin, settledAt),
    ])
    if (row.again && to.state === 'rejected')
      await append(row.again.key, [{ type: 'stopped', reason: 'refused' }], Date.now())
    const { reserves: _, ...rest } = row
    const now = { ...rest, ...to, ...written, settledAt, ...known }
    // A rejected second question about a batch does not count against the site.
    if (row.again) delete now.isRefused
    await journal.approvals.put(now)
    return now
  }
  const settled = await journal
    .transaction('rw', journal.tables, decide)
    .catch(async (error: unknown) => {
      // A write that reports failure may be on disk all the same.
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

/** Marks a document's requests as left (Port gone): it has 30 s to return. `at` in ms since 1970. */
export const documentLeft = (documentId: string, at: number): Promise<number> =>
  journal.approvals
    .where({ documentId })
    .and((row) => row.state === 'pending' && row.goneAt === undefined)
    .modify({ goneAt: at })

/** Rejects pending requests whose page has been away for 30 s. `now` in ms since 1970. */
export const expire = async (now: number): Promise<void> => {
  for (const row of await pending())
    if (hasPageLeft(row, now)) await settle(row.id, { state: 'rejected' }).catch(() => false)
}

/**
 * Marks every pending request as left when a worker starts, until its page takes it up again. Requests of
 * the wallet itself have no page and stay.
 */
export const leaveAll = async (): Promise<number> => {
  const ofPages = journal.approvals
    .where({ state: 'pending' })
    .and(({ documentId }) => documentId !== '')
  // Most starts find none, and a read does not wait for the disk as a write does.
  return (await ofPages.count()) === 0 ? 0 : ofPages.modify({ goneAt: 0 })
}
