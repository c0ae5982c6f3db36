import { AsyncLocalStorage } from 'node:async_hooks'

/** A kind of effect that can be counted and broken. `answer`: a message to the page. */
export type Kind =
  | 'write'
  | 'read'
  | 'node'
  | 'send'
  | 'sign'
  | 'window'
  | 'answer'
  | 'clock'
  | 'random'

/** Effects that leave something behind; the others only tell the wallet something. */
const outward: readonly Kind[] = ['write', 'send', 'sign', 'window', 'answer']

/** The effects that a fault counts; `any`: all that can fail. */
export type Counted = 'any' | 'outward' | 'send' | 'write' | 'clock'

/** True if a fault that counts `counted` effects counts this one. */
export const isCounted = (counted: Counted, { kind }: Effect): boolean => {
  if (counted === 'any') return kind !== 'clock' && kind !== 'random'
  return counted === 'outward' ? outward.includes(kind) : kind === counted
}

/**
 * Breaks a run at its nth counted effect (`at`, from 1). `before` and `after`: the worker is killed;
 * `reply lost`: the effect happens, but the wallet is told it failed; `disk full`: writes fail from there on.
 */
export type Fault = {
  counted: Counted
  at: number
  how: 'before' | 'after' | 'reply lost' | 'disk full' | 'year ahead' | 'year back'
}

/** One effect, as the golden list shows it; a write is named once it is known what it touched. */
export type Effect = { kind: Kind; name: string }

const year = 365 * 24 * 60 * 60_000

/** The machine that outlives workers: its clock, disk and window, and the faults to come. */
export const newHost = (faults: readonly Fault[]) => ({
  faults: [...faults],
  effects: [] as Effect[],
  /** Number of effects since the last fault that the next fault counts. */
  seen: 0,
  /** How far the clock has been moved, in ms. */
  passed: 0,
  isFull: false,
  isWindowOpen: false,
  /** Number of transactions sent to the node before they were on disk. */
  unrecorded: 0,
  /** True if the batch was given time for which the wallet waits for a past state. */
  hasHesitated: false,
  /** Hashes that a device was asked for, by nonce and part. */
  asked: new Map<string, Set<string>>(),
})

/** A machine. */
export type Host = ReturnType<typeof newHost>

/** One life of the background's worker. */
export type Life = {
  host: Host
  isOver: boolean
  killed: Promise<'killed'>
  die: () => void
  /** Called when the worker dies, to abort transactions that it has not committed. */
  undo: Set<() => void>
}

/** A promise that never settles: the result of an effect in a dead life. */
export const never = new Promise<never>(() => undefined)

const lives = new AsyncLocalStorage<Life>()
let current: Life | undefined

/** The life that the running code belongs to; the newest one where the database's timers have lost track. */
export const lifeNow = (): Life | undefined => lives.getStore() ?? current

/** Starts a new life, to which code outside any life belongs from now on. */
export const newLife = (host: Host): Life => {
  const life: Life = {
    host,
    isOver: false,
    undo: new Set(),
    killed: never,
    die: () => undefined,
  }
  life.killed = new Promise((resolve) => {
    life.die = () => {
      if (life.isOver) return
      life.isOver = true
      for (const undo of life.undo) undo()
      // In a task of its own: within a callback of the database, its transaction would stay open.
      setImmediate(() => resolve('killed'))
    }
  })
  current = life
  return life
}

/** Ends the current life; nothing is counted until the next one. */
export const endLives = (): void => {
  current?.die()
  current = undefined
}

/** Runs as a part of a life. */
export const within = <T>(life: Life, run: () => T): T => lives.run(life, run)

/** Runs outside all lives: the machine's own work, not the wallet's. */
export const beside = <T>(run: () => T): T => lives.exit(run)

/** Counts an effect. Returns the fault that strikes it, if one does. */
export const begin = ({ host }: Life, effect: Effect): Fault['how'] | undefined => {
  host.effects.push(effect)
  const fault = host.faults[0]
  if (!fault || !isCounted(fault.counted, effect) || ++host.seen !== fault.at) return undefined
  host.faults.shift()
  host.seen = 0
  if (fault.how === 'year ahead') host.passed += year
  if (fault.how === 'year back') host.passed -= year
  if (fault.how === 'disk full') host.isFull = true
  return fault.how
}

/** The error that the wallet gets for an effect whose reply was lost. */
export const lost = (): Error => new Error('the reply was lost')

/** Runs one effect of a life, broken if a fault strikes it. */
export const effect = async <T>(
  life: Life,
  about: Effect,
  run: () => Promise<T>,
  fail: () => Error = lost,
): Promise<T> => {
  if (life.isOver) return never
  const how = begin(life, about)
  if (how === 'before') {
    life.die()
    return never
  }
  const result = await beside(run)
  if (how === 'after') life.die()
  if (life.isOver as boolean) return never
  if (how === 'reply lost') throw fail()
  return result
}
