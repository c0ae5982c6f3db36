import { mutex } from '../async'
import type { Session } from './session'

const minute = 60_000

/** Approved batches may still be signed for this long after the deadline, in ms. */
const grace = 10 * minute

/** Locks if the clock was set back by more than this, in ms: the deadline can then not be judged. */
const tolerance = minute

/**
 * Session memory of the wallet: its data key, the deadline (null: none before the browser ends) and the time
 * at which the deadline was written, both in ms since 1970.
 */
export type UnlockedMemory = { dataKey?: string; lockAt?: number | null; seenAt?: number }

/** Dependencies of auto-lock: session memory, clock, setting, alarm and batches. */
export type AutoLockWorld = {
  memory: {
    read: () => Promise<UnlockedMemory>
    write: (kept: UnlockedMemory) => Promise<void>
    clear: () => Promise<void>
    /** Calls the listener after every change of session memory, whichever context made it. */
    onChange: (listener: () => void) => void
  }
  now: () => number
  /** Minutes without user activity until the wallet locks; null: locks only when the browser ends. */
  minutes: () => Promise<number | null>
  /** Schedules a call of `check` at a time in ms since 1970; undefined cancels the scheduled call. */
  wakeAt: (at: number | undefined) => void
  /** True if an approved batch still has something to sign. */
  isNeeded: () => Promise<boolean>
}

type Phase = 'locked' | 'open' | 'late' | 'over'

const phaseOf = ({ dataKey, lockAt, seenAt = Infinity }: UnlockedMemory, now: number): Phase => {
  if (dataKey === undefined) return 'locked'
  if (lockAt === undefined || now < seenAt - tolerance) return 'over'
  if (lockAt === null || now < lockAt) return 'open'
  return now < lockAt + grace ? 'late' : 'over'
}

/**
 * Creates a session whose data key has a deadline. After the deadline only approved batches get the key, for
 * another ten minutes; then it is deleted. Locks if the clock was set back or no deadline is stored.
 */
export const createAutoLock = ({ memory, now, minutes, wakeAt, isNeeded }: AutoLockWorld) => {
  /** Mutex: a write that extends the deadline must not restore a key that was deleted meanwhile. */
  const inTurn = mutex()

  const deadline = async (): Promise<UnlockedMemory> => {
    const after = await minutes()
    return { lockAt: after === null ? null : now() + after * minute, seenAt: now() }
  }

  const extend = async (kept: UnlockedMemory): Promise<void> => {
    const until = await deadline()
    await change(() => memory.write({ ...kept, ...until }))
    wakeAt(until.lockAt ?? undefined)
  }

  const forget = async (): Promise<void> => {
    wakeAt(undefined)
    await change(memory.clear)
  }

  /**
   * Session memory as last read, without the key itself; a cache, because each request of a site calls
   * `isOpen`.
   */
  let known: UnlockedMemory | undefined
  let changes = 0

  const forgetKnown = (): void => {
    changes++
    known = undefined
  }

  memory.onChange(forgetKnown)

  /** Writes session memory and drops the cache before and after, so that no overlapping read stays cached. */
  const change = async (run: () => Promise<void>): Promise<void> => {
    forgetKnown()
    try {
      await run()
    } finally {
      forgetKnown()
    }
  }

  /** True if the data key may be used now; false in the grace period. */
  const isOpen = async (): Promise<boolean> => {
    const before = changes
    const kept = known ?? (await memory.read())
    if (before === changes && !known) {
      const { dataKey, ...rest } = kept
      known = dataKey === undefined ? rest : { ...rest, dataKey: '' }
    }
    return phaseOf(kept, now()) === 'open'
  }

  /** Returns the data key before the deadline, and within the grace period if `isLate`; else undefined. */
  const get: Session['get'] = async (isLate = false) => {
    const kept = await memory.read()
    const phase = phaseOf(kept, now())
    return phase === 'open' || (phase === 'late' && isLate) ? kept.dataKey : undefined
  }

  const set: Session['set'] = (key) =>
    inTurn(() => (key === undefined ? forget() : extend({ dataKey: key })))

  /** Extends the deadline after user activity, unless it has passed. */
  const touch = (): Promise<void> =>
    inTurn(async () => {
      if (phaseOf(await memory.read(), now()) === 'open') await extend({})
    })

  /**
   * Deletes the data key after the deadline; in the grace period it stays while an approved batch needs it.
   * Called on every start and alarm. Returns true if the deadline has passed.
   */
  const check = (): Promise<boolean> =>
    inTurn(async () => {
      const kept = await memory.read()
      const phase = phaseOf(kept, now())
      if (phase === 'open') wakeAt(kept.lockAt ?? undefined)
      if (phase === 'open' || phase === 'locked') return false
      if (phase === 'late' && (await isNeeded().catch(() => false))) wakeAt(now() + minute)
      else await forget()
      return true
    })

  return { get, isOpen, set, touch, check }
}

/** Auto-lock with its session (`get`, `isOpen`, `set`) and its deadline (`touch`, `check`). */
export type AutoLock = ReturnType<typeof createAutoLock>
