import type { Batch, Fees } from '../db'
import { cancelEvents } from './cancel'
import { createResetCheck } from './chain'
import { batchOf, liveBatches, stateOf } from './journal'
import { isEnded, next, winner, type Effect, type Event, type State } from './machine'
import { lookAt, observe } from './observe'
import { send } from './send'
import { signNext } from './sign'
import type { World } from './world'

/** How old, in ms, what is known of a chain's identity may be before something is signed or sent. */
const justNow = 1_000

/** The same for looking. */
const lately = 30_000

const reset: Event[] = [{ type: 'stopped', reason: 'reset' }]

const firstRetry = 2_000
const lastRetry = 60_000

/** Runs batches: fold the events, do what comes next, append what came of it, again. */
export const createRunner = (world: World, suggestFees: (chainId: number) => Promise<Fees>) => {
  /** When bytes may be sent again. Lost with the worker, which then sends at once: that does no harm. */
  const retries = new Map<string, { at: number; after: number }>()

  /** Nothing interleaves: one batch of an account on a chain at a time signs and sends. */
  const inLane = <T>({ chainId, from }: Batch, run: () => Promise<T>): Promise<T> =>
    world.lock(`lane:${chainId}:${from}`, run)

  const wasReset = createResetCheck(world)

  const isDue = (hash: string): boolean => world.now() >= (retries.get(hash)?.at ?? 0)

  const perform = async (batch: Batch, effect: Exclude<Effect, { do: 'watch' }>) => {
    if (effect.do === 'send' && !isDue(effect.transaction.hash)) return []
    if (await wasReset(batch, justNow)) return reset
    if (effect.do === 'sign') return signNext(world, batch, effect.index)
    const { hash } = effect.transaction
    const after = Math.min(lastRetry, 2 * (retries.get(hash)?.after ?? firstRetry / 2))
    retries.set(hash, { at: world.now() + after, after })
    return send(world, batch, effect.transaction)
  }

  const advanceOne = (batch: Batch): Promise<void> =>
    inLane(batch, async () => {
      let state = await stateOf(batch.key)
      for (;;) {
        const effect = next(batch, state)
        if (!effect || effect.do === 'watch') return
        if (effect.do === 'sign' && (await isQueued(batch))) return
        const events = await perform(batch, effect)
        if (events.length === 0) return
        state = await world.append(batch.key, events, world.now())
      }
    })

  /** Does what can be done now for all live batches, the oldest first. A silent node stops only its own. */
  const advance = async (): Promise<void> => {
    for (const batch of await liveBatches()) await advanceOne(batch).catch(() => undefined)
  }

  /** What was sent and is in no block goes out again: nodes forget. */
  const remind = async (batch: Batch, state: State) => {
    const lost = state.transactions.findLast(
      ({ sent, hash, index }) => sent && isDue(hash) && !winner(state, index),
    )
    if (lost) await perform(batch, { do: 'send', transaction: lost })
  }

  /** Looks at a chain once. True if it saw something new. */
  const look = async (chainId: number): Promise<boolean> => {
    const eyes = lookAt(world, chainId)
    const seen = await Promise.all(
      (await liveBatches())
        .filter((batch) => batch.chainId === chainId)
        .map(async (batch) => {
          const state = await stateOf(batch.key)
          const seen = (await wasReset(batch, lately))
            ? reset
            : await observe(world, batch, state, eyes)
          const isGone = seen.some(({ type }) => type === 'moved')
          const events = isGone && (await wasReset(batch, justNow)) ? reset : seen
          for (const event of events) if (event.type === 'moved') retries.delete(event.hash)
          if (events.length > 0) await world.append(batch.key, events, world.now())
          else await remind(batch, state)
          return events.length > 0
        }),
    )
    return seen.includes(true)
  }

  /** Stops a batch on the user's word. */
  const cancel = async (key: string): Promise<'done' | 'too late' | 'locked'> => {
    const batch = await batchOf(key)
    const outcome = await inLane(batch, async () => {
      const before = await stateOf(key)
      if (isEnded(batch, before)) return 'too late'
      // First of all: whatever fails after this, no further call is signed.
      const state = before.stopped
        ? before
        : await world.append(key, [{ type: 'stopped', reason: 'user' }], world.now())
      if (await wasReset(batch, justNow)) {
        await world.append(key, reset, world.now())
        return 'too late'
      }
      const events = await cancelEvents(world, batch, state, () => suggestFees(batch.chainId))
      if (typeof events === 'string') return events
      if (events.length > 0) await world.append(key, events, world.now())
      return 'done'
    })
    if (outcome === 'done') await advance()
    return outcome
  }

  /** The user was asked again and said yes: what waits for that may be signed now. */
  const resume = async (key: string): Promise<void> => {
    const batch = await batchOf(key)
    if (batch.live === 1) await world.append(key, [{ type: 'confirmed' }], world.now())
    await advance()
  }

  return { advance, look, cancel, resume }
}

/** Whether an older batch of the same account on the same chain is not through yet. */
const isQueued = async (batch: Batch): Promise<boolean> => {
  for (const other of await liveBatches()) {
    if (other.key === batch.key) return false
    const isSameLane = other.from === batch.from && other.chainId === batch.chainId
    if (isSameLane && !isEnded(other, await stateOf(other.key))) return true
  }
  return false
}

/** The runner as the rest of the background holds it. */
export type Runner = ReturnType<typeof createRunner>
