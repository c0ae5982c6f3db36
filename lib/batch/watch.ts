import { poll } from '../async'
import type { Batch } from '../db'
import { findNetwork } from '../network/networks'
import { ageOf } from './age'
import { liveBatches, livePlaces } from './journal'
import { isEnded } from './machine'
import type { Runner } from './runner'
import type { World } from './world'

/** Returns a chain's refresh interval in ms; 1000 if its network is unknown. */
const refreshOf = (chainId: number): number => findNetwork(chainId)?.refresh ?? 1000

/** The batches of a read by their keys, each with what resolves once it is through. */
type Parts = ReadonlyMap<string, Promise<boolean>>

/**
 * A read of a chain: `at` when it began, in ms since 1970; `done` once all batches are through, `parts` those by their
 * keys, as soon as each is under way, and `through` the keys of those that are.
 */
type Read = {
  at: number
  isOver: boolean
  done: Promise<boolean>
  parts: Promise<Parts>
  through: Set<string>
}

/** Time in ms without any event after which polling stops and only the browser's alarm reads the chain. */
const patience = 10 * 60_000

/**
 * Polls chains with unsealed transactions: once per refresh of the node while the chain moves, less often
 * while it rests. `awake` receives if the worker must stay alive now and if an alarm must wake it later.
 */
export const createWatch = (
  world: World,
  runner: Pick<
    Runner,
    'advanceLane' | 'answered' | 'approve' | 'isAsking' | 'step' | 'look' | 'pace' | 'prepare'
  >,
  awake: (need: { now: boolean; later: boolean }) => void,
) => {
  /** The last read of each chain. */
  const reads = new Map<number, Read>()
  /** When a page last had a read of its own, in ms since 1970. */
  const asked = new Map<number, number>()
  const loops = new Set<number>()
  let wakes = 0

  /** Reads a chain; if it appended events, advances the batches that may have waited for them. */
  const look = async (chainId: number, begun: Parameters<Runner['look']>[1]): Promise<boolean> => {
    const isNews = await runner.look(chainId, begun)
    if (isNews) void runner.step(chainId).then(() => follow(chainId))
    return isNews
  }

  /** Reads a chain unless the last read began less than some ms ago; joins a read under way, whenever that began. */
  const readWithin = (chainId: number, age: number): Read => {
    const last = reads.get(chainId)
    if (last && (!last.isOver || Math.abs(world.now() - last.at) < age)) return last
    const at = world.now()
    const parts = Promise.withResolvers<Parts>()
    const through = new Set<string>()
    const begin = (begun: Parts) => {
      for (const [key, part] of begun) {
        const pass = () => void through.add(key)
        part.then(pass, pass)
      }
      parts.resolve(begun)
    }
    const done = look(chainId, begin).finally(() => {
      read.isOver = true
      // A chain without live batches has no parts, nor has one whose rows could not be read.
      parts.resolve(new Map())
    })
    const read: Read = { at, isOver: false, done, parts: parts.promise, through }
    reads.set(chainId, read)
    return read
  }

  /**
   * Reads a chain for a page that asks for one of its batches, which waits for that one alone: others may have more to be
   * read and written. One that asks once per refresh of the node gets a read that begins then, or one that is under way,
   * which may be through with its batch already; not what a read of the loop found a while ago, and the loop then needs
   * none. One that asks all the time gets that at most twice per refresh.
   */
  const refresh = async (chainId: number, key: string): Promise<boolean> => {
    const every = refreshOf(chainId)
    const isSoon = Math.abs(world.now() - (asked.get(chainId) ?? 0)) < every / 2
    const { done, parts, through } = readWithin(chainId, isSoon ? every : every / 20)
    // A part that was through before was read a while ago: the page has yet to have a read of its own.
    if (!isSoon && !through.has(key)) asked.set(chainId, world.now())
    // Whoever waits for all is told a failure; a page that waits for one batch is told that one's.
    done.catch(() => undefined)
    return (await parts).get(key) ?? done
  }

  const isBusy = async (chainId: number): Promise<boolean> =>
    (runner.isAsking(chainId) || (await isUnsealed(chainId))) &&
    (await quietFor(chainId, world.now())) < patience

  /** Polls a busy chain until it is busy no more. */
  const loop = async (chainId: number): Promise<void> => {
    if (loops.has(chainId)) return
    loops.add(chainId)
    try {
      await report()
      await poll(async () => {
        if (!(await isBusy(chainId))) return undefined
        await readWithin(chainId, refreshOf(chainId)).done.catch(() => false)
        await runner.step(chainId)
        return runner.pace(chainId, refreshOf(chainId))
      }, world)
    } finally {
      loops.delete(chainId)
      await report()
    }
    // A transaction may have been sent after the loop's last check.
    await follow(chainId)
  }

  const follow = async (chainId: number): Promise<void> => {
    if (await isBusy(chainId)) await loop(chainId)
  }

  const report = async (): Promise<void> => {
    const later = (await liveBatches()).length > 0
    awake({ now: wakes + loops.size > 0, later })
  }

  const takeUp = async (chainId: number): Promise<void> => {
    await runner.step(chainId)
    if (await isBusy(chainId)) void loop(chainId)
    await readWithin(chainId, refreshOf(chainId)).done.catch(() => false)
    // The worker stays awake until a service's answer is on disk.
    await runner.answered()
  }

  /**
   * Resumes all live batches, each chain by itself: a silent node takes minutes. Called on every start, alarm and
   * unlock.
   */
  const wake = async (): Promise<void> => {
    const chainIds = new Set((await liveBatches()).map(({ chainId }) => chainId))
    wakes++
    try {
      // Nothing that is to be sent waits for it.
      const reported = chainIds.size > 0 ? report() : undefined
      await Promise.all([reported, ...[...chainIds].map(takeUp)])
    } finally {
      wakes--
    }
    await report()
  }

  /** Sends what was just approved on an account and chain before anything else is read, then resumes all that lives. */
  const approved = async (lane: Pick<Batch, 'chainId' | 'from'>): Promise<void> => {
    wakes++
    try {
      awake({ now: true, later: true })
      await runner.advanceLane(lane)
      await wake()
    } finally {
      wakes--
    }
    await report()
  }

  return { wake, approve: runner.approve, approved, refresh, prepare: runner.prepare }
}

/** Returns the ms since the last event of a chain's batches, at most 10 minutes. `now` in ms since 1970. */
const quietFor = async (chainId: number, now: number): Promise<number> => {
  const batches = (await liveBatches()).filter((batch) => batch.chainId === chainId)
  return Math.min(...(await Promise.all(batches.map((batch) => ageOf(batch, now)))), patience)
}

/** True if a batch with transactions on this chain has not ended, or has a receipt outside a sealed block. */
const isUnsealed = async (chainId: number): Promise<boolean> => {
  for (const { batch, state } of await livePlaces({ chainId })) {
    const isThrough =
      isEnded(batch, state) && state.transactions.every(({ receipt, sealed }) => !receipt || sealed)
    if (!isThrough && state.transactions.length > 0) return true
  }
  return false
}

/** The watch as other parts of the background use it. */
export type Watch = ReturnType<typeof createWatch>
