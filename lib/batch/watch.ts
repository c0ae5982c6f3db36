import { dedupe, poll } from '../async'
import { findNetwork } from '../network/networks'
import { ageOf } from './age'
import { liveBatches, livePlaces } from './journal'
import { isEnded } from './machine'
import type { Runner } from './runner'
import type { World } from './world'

/** How often a chain is looked at while it moves, in ms. */
const refreshOf = (chainId: number): number => findNetwork(chainId)?.refresh ?? 1000

/** After this long without anything new, in ms, the browser's alarm alone goes on looking. */
const patience = 10 * 60_000

/**
 * Keeps looking at the chains that have something in flight: once per refresh of the node while it moves,
 * less often the longer it rests.
 * `awake` is told whether the worker must stay and whether an alarm must wake it.
 */
export const createWatch = (
  world: World,
  runner: Pick<Runner, 'advance' | 'look' | 'pace' | 'prepare'>,
  awake: (need: { now: boolean; later: boolean }) => void,
) => {
  /** The last look at each chain that is over; `at` in ms since 1970. */
  const looks = new Map<number, { done: Promise<boolean>; at: number }>()
  const joined = dedupe<boolean>()
  const loops = new Set<number>()

  /** Whoever looks, what was seen may be what the next batch or call has waited for. */
  const look = async (chainId: number): Promise<boolean> => {
    const isNews = await runner.look(chainId)
    if (isNews) void runner.advance().then(() => loop(chainId))
    return isNews
  }

  /** A look at a chain that is at most one refresh old. */
  const refresh = (chainId: number): Promise<boolean> => {
    const last = looks.get(chainId)
    if (last && Math.abs(world.now() - last.at) < refreshOf(chainId)) return last.done
    return joined(chainId, () => {
      const done = look(chainId).finally(() => {
        looks.set(chainId, { done, at: world.now() })
      })
      return done
    })
  }

  const isBusy = async (chainId: number): Promise<boolean> =>
    (await isUnsealed(chainId)) && (await quietFor(chainId, world.now())) < patience

  const loop = async (chainId: number): Promise<void> => {
    if (loops.has(chainId)) return
    loops.add(chainId)
    try {
      if (await isBusy(chainId)) await report()
      await poll(async () => {
        if (!(await isBusy(chainId))) return undefined
        await refresh(chainId).catch(() => false)
        await runner.advance(chainId)
        return runner.pace(chainId, refreshOf(chainId))
      }, world)
    } finally {
      loops.delete(chainId)
      await report()
    }
    // Something may have been sent between the last question and the end.
    if (await isBusy(chainId)) await loop(chainId)
  }

  const report = async (): Promise<void> => {
    awake({ now: loops.size > 0, later: (await liveBatches()).length > 0 })
  }

  /** Takes up everything that is not over. Called on every start, alarm, unlock and approval. */
  const wake = async (): Promise<void> => {
    await runner.advance()
    const chainIds = new Set((await liveBatches()).map(({ chainId }) => chainId))
    const takeUp = async (chainId: number) => {
      if (await isUnsealed(chainId)) void loop(chainId)
      await refresh(chainId).catch(() => false)
    }
    await Promise.all([...chainIds].map(takeUp))
    await report()
  }

  return { wake, refresh, prepare: runner.prepare }
}

/** How long ago, in ms, anything last became of a chain's batches. `now` in ms since 1970. */
const quietFor = async (chainId: number, now: number): Promise<number> => {
  const batches = (await liveBatches()).filter((batch) => batch.chainId === chainId)
  return Math.min(...(await Promise.all(batches.map((batch) => ageOf(batch, now)))), patience)
}

/** True if a chain holds batches that are not wholly in sealed blocks and not over. */
const isUnsealed = async (chainId: number): Promise<boolean> => {
  for (const { batch, state } of await livePlaces({ chainId })) {
    const isThrough =
      isEnded(batch, state) && state.transactions.every(({ receipt, sealed }) => !receipt || sealed)
    if (!isThrough && state.transactions.length > 0) return true
  }
  return false
}

/** The watch as the rest of the background holds it. */
export type Watch = ReturnType<typeof createWatch>
