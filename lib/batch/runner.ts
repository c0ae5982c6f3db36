import type { Hash } from 'viem'
import type { Batch, Fees } from '../db'
import { ageOf, approvalEnds } from './age'
import { createAgreement } from './agreement'
import { batchesAhead } from './lane'
import { cancelEvents } from './cancelTransaction'
import { createResetCheck, reset } from './chainReset'
import type { Event } from '../db/batchEvent'
import { createPollPace } from './pollPace'
import { batchOf, liveBatches, livePlaces, stateOf, type Placed } from './journal'
import { createChainReader, type ChainReader } from './chainReader'
import { isEnded, lostTransactions, next, type Effect } from './machine'
import { observe } from './observe'
import { nonceEvents } from './nonceProof'
import { createRetries } from './retries'
import { broadcast } from './broadcast'
import { signNext } from './signBatch'
import { speedUpEvents } from './speedUpTransaction'
import type { State } from './state'
import type { World } from './world'

/** How old, in ms, what is known of a chain's identity may be before something is signed or sent. */
const justNow = 1_000

/** The same for looking. */
const lately = 30_000

type Lane = Pick<Batch, 'chainId' | 'from'>

/** Runs batches: fold the events, do what comes next, append what came of it, again. */
export const createRunner = (world: World, suggestFees: (chainId: number) => Promise<Fees>) => {
  const retries = createRetries(world)
  const heads = createPollPace(world)
  const agreement = createAgreement(world)
  const { genesis, wasReset } = createResetCheck(world)

  /** Nothing interleaves: one batch of an account on a chain at a time signs and sends. */
  const inLane = <T>({ chainId, from }: Lane, run: () => Promise<T>): Promise<T> =>
    world.lock(`lane:${chainId}:${from}`, run)

  const append = (key: string, events: readonly Event[]) => world.append(key, events, world.now())

  const perform = async (batch: Batch, effect: Exclude<Effect, { do: 'watch' }>) => {
    if (effect.do === 'ask') return expire(world, batch)
    if (effect.do === 'send' && !retries.isDue(effect.transaction.hash)) return []
    const isReset = () => wasReset(batch, justNow)
    if (effect.do === 'sign') return signNext(world, batch, effect.index, isReset)
    if (await isReset()) return reset
    const events = await broadcast(world, batch, effect.transaction)
    retries.tried(effect.transaction.hash, events)
    heads.stirred(batch.chainId)
    return events
  }

  const advanceOne = async ({ batch, state: first }: Placed, lane: readonly Placed[]) => {
    let state = first
    for (;;) {
      const effect = next(batch, state)
      if (!effect || effect.do === 'watch') return
      if (effect.do === 'sign' && batchesAhead(lane, batch.key).length > 0) return
      const events = await perform(batch, effect)
      if (events.length === 0) return
      state = await append(batch.key, events)
    }
  }

  /** All that is due in a lane, the oldest batch first; read anew for each, since a second yes freezes new terms. */
  const advanceLane = (lane: Lane): Promise<void> =>
    inLane(lane, async () => {
      const tried = new Set<string>()
      const isDue = ({ batch, state }: Placed) =>
        !tried.has(batch.key) && (next(batch, state)?.do ?? 'watch') !== 'watch'
      for (;;) {
        const places = await livePlaces(lane)
        const due = places.find(isDue)
        if (!due) return
        tried.add(due.batch.key)
        await advanceOne(due, places).catch(() => undefined)
      }
    })

  /** Does what can be done now for the live batches of a chain, or of all. A silent node holds up only its own. */
  const advance = async (only?: number): Promise<void> => {
    const lanes = new Map(
      (await liveBatches())
        .filter(({ chainId }) => (only ?? chainId) === chainId)
        .map(({ chainId, from }) => [`${chainId} ${from}`, { chainId, from }]),
    )
    await Promise.all([...lanes.values()].map(advanceLane))
  }

  /** What is in no block: its nonce may be gone, else what was sent goes out again, because nodes forget. */
  const remind = async (batch: Batch, state: State, look: ChainReader): Promise<Event[]> => {
    const due = lostTransactions(state).filter(({ hash }) => retries.isDue(hash))
    if (due.length === 0) return []
    const events = await nonceEvents(world, batch, state, look)
    const unsent = next(batch, state)
    for (const transaction of due) {
      // What never went out is sent by `advance`, which also writes down what came of it.
      if (unsent?.do === 'send' && unsent.transaction === transaction) continue
      const isGone = events.length > 0 || Object.hasOwn(state.overtaken, transaction.index)
      // That a node took it again is no news.
      if (isGone) retries.tried(transaction.hash)
      else await perform(batch, { do: 'send', transaction })
    }
    return events
  }

  const lookAtOne = async (batch: Batch, look: ChainReader): Promise<boolean> => {
    const state = await stateOf(batch.key)
    if (await wasReset(batch, lately)) {
      await append(batch.key, reset)
      return true
    }
    // Only what a block holds can be left alone while the chain stands still.
    const head = state.transactions.some(({ receipt }) => receipt) ? await look.head() : undefined
    const hasMovedOn = head === undefined || heads.hasMovedOn(batch.key, head)
    const seen = await observe(world, batch, state, { look, agreement, hasMovedOn })
    if (seen.length === 0 && hasMovedOn && head) heads.looked(batch.key, head)
    const isGone = seen.some(({ type }) => type === 'moved')
    for (const event of seen) if (event.type === 'moved') retries.forget(event.hash)
    const found = isGone && (await wasReset(batch, justNow)) ? reset : seen
    const events = found.length > 0 ? found : await remind(batch, state, look)
    if (events.length > 0) await append(batch.key, events)
    return events.length > 0
  }

  /** Looks at a chain once. True if it saw something new. */
  const look = async (chainId: number): Promise<boolean> => {
    const eyes = createChainReader(world, chainId)
    const live = (await liveBatches()).filter((batch) => batch.chainId === chainId)
    if (live.length === 0) return false
    const [seen] = await Promise.all([
      Promise.all(live.map((batch) => lookAtOne(batch, eyes))),
      eyes.head().then(
        (head) => heads.shows(chainId, head),
        () => undefined,
      ),
    ])
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
        : await append(key, [{ type: 'stopped', reason: 'user' }])
      if (await wasReset(batch, justNow)) {
        await append(key, reset)
        return 'too late'
      }
      const events = await cancelEvents(world, batch, state, () => suggestFees(batch.chainId))
      if (typeof events === 'string') return events
      if (events.length > 0) await append(key, events)
      return 'done'
    })
    if (outcome === 'done') await advance(batch.chainId)
    return outcome
  }

  /** Signs and sends a batch's unmined transaction `hash` again with higher fees, on the user's word. */
  const speedUp = async (key: string, hash: Hash): Promise<'done' | 'too late' | 'locked'> => {
    const batch = await batchOf(key)
    const outcome = await inLane(batch, async () => {
      if (await wasReset(batch, justNow)) return 'too late'
      const fees = () => suggestFees(batch.chainId)
      const events = await speedUpEvents(world, batch, await stateOf(key), hash, fees)
      if (typeof events === 'string') return events
      await append(key, events)
      return 'done'
    })
    if (outcome === 'done') await advance(batch.chainId)
    return outcome
  }

  /** Asks what a chain is while something for it is still being written: signing then knows. */
  const prepare = (chainId: number): void => {
    genesis(chainId, justNow).catch(() => undefined)
  }

  return { advance, look, cancel, speedUp, prepare, pace: heads.pace }
}

/** A question that nobody answered for a day is answered: nothing more is signed. */
const expire = async (world: World, batch: Batch): Promise<Event[]> =>
  (await ageOf(batch, world.now())) > approvalEnds ? [{ type: 'stopped', reason: 'expired' }] : []

/** The runner as the rest of the background holds it. */
export type Runner = ReturnType<typeof createRunner>
