import { AsyncLocalStorage } from 'node:async_hooks'

/** What can be counted and broken. `answer`: what the page is told. */
export type Kind =
  'write' | 'read' | 'node' | 'send' | 'sign' | 'window' | 'answer' | 'clock' | 'random'

/** Effects that leave something behind; the others only tell the wallet something. */
const outward: readonly Kind[] = ['write', 'send', 'sign', 'window', 'answer']

/** Which effects a fault counts; `any`: all that can fail. */
export type Counted = 'any' | 'outward' | 'send' | 'write' | 'clock'

/** Whether a fault that counts these counts this one. */
export const isCounted = (counted: Counted, { kind }: Effect): boolean => {
  if (counted === 'any') return kind !== 'clock' && kind !== 'random'
  return counted === 'outward' ? outward.includes(kind) : kind === counted
}

/**
 * Where a run is broken, at its nth effect of those counted, and how. Killed before it; killed after it, its
 * outcome unseen; not killed, but told it had failed; the disk full from there on; the clock a year off.
 */
export type Fault = {
  counted: Counted
  at: number
  how: 'before' | 'after' | 'reply lost' | 'disk full' | 'year ahead' | 'year back'
}

/** One effect, as the golden list shows it; a write is named once it is known what it touched. */
export type Effect = { kind: Kind; name: string }

const year = 365 * 24 * 60 * 60_000

/** The machine that workers live and die on: its clock, disk and window, and the faults to come. */
export const newHost = (faults: readonly Fault[]) => ({
  faults: [...faults],
  effects: [] as Effect[],
  /** Effects since the last fault, by what a fault may count. */
  seen: 0,
  /** How far the clock has been moved, in ms. */
  passed: 0,
  isFull: false,
  isWindowOpen: false,
  /** Sent to the node without being on disk. */
  unrecorded: 0,
})

/** A machine. */
export type Host = ReturnType<typeof newHost>

/** One life of the background's worker. */
export type Life = {
  host: Host
  isOver: boolean
  killed: Promise<'killed'>
  die: () => void
  /** Called when it dies: what it has not committed is undone. */
  undo: Set<() => void>
}

/** What is never heard of again. */
export const never = new Promise<never>(() => undefined)

const lives = new AsyncLocalStorage<Life>()
let current: Life | undefined

/** The life that what runs now belongs to; the current one where the database's own timers have lost track. */
export const lifeNow = (): Life | undefined => lives.getStore() ?? current

/** A new life; nothing of the last one goes on. */
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
      // Told from outside all that was under way, a transaction of the database's among it.
      setImmediate(() => resolve('killed'))
    }
  })
  current = life
  return life
}

/** From here on nothing is counted. */
export const endLives = (): void => {
  current?.die()
  current = undefined
}

/** Runs as a part of a life. */
export const within = <T>(life: Life, run: () => T): T => lives.run(life, run)

/** Runs beside all lives: the machine's own doing, not the wallet's. */
export const beside = <T>(run: () => T): T => lives.exit(run)

/** Counts an effect, and gives back the fault that falls on it. */
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

/** What the wallet is told of an effect whose reply was lost. */
export const lost = (): Error => new Error('the reply was lost')

/** Runs one effect of a life, broken if a fault falls on it. */
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
