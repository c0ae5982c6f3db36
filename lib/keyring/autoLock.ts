import { mutex } from '../async'
import type { Session } from './session'

const minute = 60_000

/** How long after the deadline, in ms, what was approved before it may still be signed. */
const grace = 10 * minute

/** A clock that goes back by more than this, in ms, is not trusted with a deadline. */
const tolerance = minute

/** An unlocked wallet as memory holds it: its data key, until when, and when that was last said, in ms since 1970. */
export type UnlockedMemory = { dataKey?: string; lockAt?: number | null; seenAt?: number }

/** The parts of the background that auto-lock works on. */
export type AutoLockWorld = {
  memory: {
    read: () => Promise<UnlockedMemory>
    write: (kept: UnlockedMemory) => Promise<void>
    clear: () => Promise<void>
    /** Tells of every change, whoever made it. */
    onChange: (listener: () => void) => void
  }
  now: () => number
  /** After how many minutes without the user it locks; null: with the browser's end alone. */
  minutes: () => Promise<number | null>
  /** Has `check` called at that time, in ms since 1970, or not at all. */
  wakeAt: (at: number | undefined) => void
  /** True if an approved batch has still something to sign. */
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
 * The session with a deadline: past it the data key is not given out, but to approved batches for another
 * ten minutes, and then it is forgotten. In doubt (a clock gone back, no deadline) the wallet is locked.
 */
export const createAutoLock = ({ memory, now, minutes, wakeAt, isNeeded }: AutoLockWorld) => {
  /** One change at a time: a deadline that moves must not bring back what was locked meanwhile. */
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

  /** All but the key itself as it was last read: each request of a site asks. */
  let known: UnlockedMemory | undefined
  let changes = 0

  const forgetKnown = (): void => {
    changes++
    known = undefined
  }

  memory.onChange(forgetKnown)

  /** Changes memory; a read that began before the change ended is not kept after it. */
  const change = async (run: () => Promise<void>): Promise<void> => {
    forgetKnown()
    try {
      await run()
    } finally {
      forgetKnown()
    }
  }

  /** True if the data key may be used, as of now. */
  const isOpen = async (): Promise<boolean> => {
    const before = changes
    const kept = known ?? (await memory.read())
    if (before === changes && !known) {
      const { dataKey, ...rest } = kept
      known = dataKey === undefined ? rest : { ...rest, dataKey: '' }
    }
    return phaseOf(kept, now()) === 'open'
  }

  /** The data key, if it may be used; `isLate` for what was approved before the deadline. */
  const get: Session['get'] = async (isLate = false) => {
    const kept = await memory.read()
    const phase = phaseOf(kept, now())
    return phase === 'open' || (phase === 'late' && isLate) ? kept.dataKey : undefined
  }

  const set: Session['set'] = (key) =>
    inTurn(() => (key === undefined ? forget() : extend({ dataKey: key })))

  /** The user is there: the deadline moves on, unless it has passed. */
  const touch = (): Promise<void> =>
    inTurn(async () => {
      if (phaseOf(await memory.read(), now()) === 'open') await extend({})
    })

  /** Forgets the key when its time is over. Called on every start and alarm; true if the deadline has passed. */
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

/** Auto-lock as the rest of the background holds it. */
export type AutoLock = ReturnType<typeof createAutoLock>
