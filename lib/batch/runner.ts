import type { Hash } from 'viem'
import type { Batch, Fees } from '../db'
import { ageOf, approvalEnds } from './age'
import { createAgreement } from './agreement'
import { batchesAhead } from './lane'
import { createBumpSimulations } from './bumpSimulations'
import { createFinalData } from './finalData'
import { cancelEvents } from './cancelTransaction'
import { createResetCheck, isAnew, reset } from './chainReset'
import type { Event } from '../db/batchEvent'
import { isOnDevice } from '../devices/isOnDevice'
import { fillCost, fillGap } from './fillGap'
import { gapEvents, missingNonces } from './nonceGap'
import { isShownUsed } from './takenBack'
import { lowerFloor } from './usedNonces'
import { findNetwork } from '../network/networks'
import { isRpcError } from '../rpc/errors'
import type { FrozenBatch } from '../rpc/method'
import { createPollPace } from './pollPace'
import {
  batchOf,
  eventsOf,
  liveBatches,
  livePlaces,
  onceOnDisk,
  stateOf,
  type Placed,
} from './journal'
import { createChainReader, type ChainReader } from './chainReader'
import {
  burnsOf,
  comingBurns,
  isBurnt,
  isEnded,
  isPast,
  isWithdrawn,
  lostTransactions,
  next,
  type Effect,
} from './machine'
import { observe } from './observe'
import { accountRows } from './nonce'
import { nonceEvents } from './nonceProof'
import { isShared, isWitness } from './operationProof'
import { createRetries } from './retries'
import { createReadAhead, type Ahead } from './readAhead'
import { untiring } from './refusalNews'
import { createRunCheck } from './runCheck'
import { createTroubles } from './trouble'
import { broadcast } from './broadcast'
import { signFirst, signNext } from './signNext'
import {
  hasRoom,
  offerReplacement,
  toReplace,
  type ReplacementOffer,
  type ReplacementPrice,
} from './replacement'
import { speedUpEvents } from './speedUpTransaction'
import { fold, type State, type Transaction } from './state'
import { canUndo } from './undo'
import type { World } from './world'

/** Maximum age in ms of a genesis check when signing or sending begins. */
const justNow = 1_000

/** Time in ms within which a node has to answer for a batch to be signed before its yes is stored. */
const soon = 250

/** Maximum age in ms of a genesis check before reading receipts. */
const lately = 30_000

type Lane = Pick<Batch, 'chainId' | 'from'>

/** Creates the runner: folds a batch's events, performs the next step, appends its events, repeats. */
export const createRunner = (world: World, suggestFees: (chainId: number) => Promise<Fees>) => {
  const retries = createRetries(world)
  const pollPace = createPollPace(world)
  const agreement = createAgreement(world)
  const runCheck = createRunCheck(world)
  const troubles = createTroubles()
  const simulations = createBumpSimulations(world)
  const ahead = createReadAhead(world)
  const { genesis, wasReset } = createResetCheck({ ...world, request: ahead.request })

  const nameOf = ({ chainId, from }: Lane): string => `lane:${chainId}:${from}`

  /** Runs under the mutex of an account and chain, so that only one batch at a time signs and sends. */
  const inLane = <T>(lane: Lane, run: () => Promise<T>): Promise<T> => world.lock(nameOf(lane), run)

  const append = (key: string, events: readonly Event[]) => {
    ahead.clear()
    return world.append(key, events, world.now())
  }

  /** Simulates with nothing read ahead: after it, what was read before is older than it may be. */
  const simulate: World['simulate'] = (...asked) => {
    ahead.clear()
    return world.simulate(...asked)
  }

  /** Requests to services, whose answers no lane and no look waits for: they may take seconds. */
  const asking = new Set<Promise<void>>()

  const follow = (work: Promise<void>): void => {
    const done = work.finally(() => asking.delete(done))
    asking.add(done)
  }

  const finalData = createFinalData(world, (chainId) => step(chainId), follow)

  /** Operations that a bundler was sent and has not answered. */
  const sending = new Set<Hash>()

  /** Sends a user operation; its outcome is stored unless it was sent before. */
  const sendLater = (batch: Batch, one: Transaction): void => {
    retries.tried(one.hash)
    // An older answer that comes after a newer one would be stored as the last.
    if (sending.has(one.hash)) return
    sending.add(one.hash)
    const send = async () => {
      const events = await broadcast(world, batch, one)
      pollPace.stirred(batch.chainId)
      if (!one.sent && events.length > 0) await append(batch.key, events)
    }
    // The operation is sent again if the disk refuses the answer.
    follow(
      send()
        .catch(() => undefined)
        .finally(() => sending.delete(one.hash)),
    )
  }

  const perform = async (batch: Batch, effect: Exclude<Effect, { do: 'watch' }>) => {
    if (effect.do === 'ask') return expire(world, batch)
    if (effect.do === 'send' && !retries.isDue(effect.transaction.hash)) return []
    // A user operation past its deadline is not sent again; the watch finds out if a block holds it.
    if (effect.do === 'send' && isOver(effect.transaction)) return []
    const isReset = () => wasReset(batch, justNow)
    if (effect.do === 'sign')
      return signNext(
        { ...world, request: ahead.request, simulate },
        batch,
        effect.index,
        isReset,
        finalData.finalOf,
      )
    if (await isReset()) return reset
    if (effect.transaction.operation) {
      sendLater(batch, effect.transaction)
      return []
    }
    const events = await broadcast(world, batch, effect.transaction)
    retries.tried(effect.transaction.hash, events)
    pollPace.stirred(batch.chainId)
    return events
  }

  const advanceOne = async ({ batch, state: first }: Placed, lane: readonly Placed[]) => {
    let state = first
    for (;;) {
      const effect = next(batch, state)
      if (!effect || effect.do === 'watch') return
      if (effect.do === 'send' && isWithdrawn(state, effect.transaction)) return
      const isBehind = effect.do === 'sign' && batchesAhead(lane, batch.key).length > 0
      // An expired batch ends also while another batch is in its way; signing looks at its age by itself.
      const events = await (isBehind ? expire(world, batch) : perform(batch, effect))
      if (events.length === 0) return
      state = await append(batch.key, events)
    }
  }

  /**
   * Performs all due steps of an account on a chain, oldest batch first. Rows are read again for each
   * batch, since a second approval freezes new terms.
   */
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
        await advanceOne(due, places)
          .then(
            () => troubles.over(due.batch),
            (error: unknown) => troubles.note(due.batch, error),
          )
          .catch(() => undefined)
      }
    })

  /**
   * Signs the first transaction of a batch that is being approved; none if anything of its account is under way, a
   * device or somebody else has to be asked, or the node does not answer soon.
   */
  const firstOf = async (batch: Batch): Promise<Event[]> => {
    if (batch.sponsor) return []
    const [isDevice, rows] = await Promise.all([isOnDevice(batch.from), accountRows(batch)])
    if (isDevice || batchesAhead(rows.places).length > 0) return []
    const served = genesis(batch.chainId, justNow)
    if (!(await ahead.isHere(soon, served))) return []
    // A yes waits for no answer that is not here.
    const here = { ...world, request: ahead.here, simulate }
    const first = await signFirst(here, batch, rows, async () => isAnew(batch, await served))
    ahead.clear()
    return first
  }

  /**
   * Has `store` write a batch with the user's yes, and its first transaction in the same write where that can be signed
   * at once. Resolves to what `store` returns, before the transaction is sent.
   */
  const approve = (
    { batch, write }: FrozenBatch,
    store: (write: () => Promise<void>) => Promise<boolean>,
  ): Promise<boolean> => {
    const written = Promise.withResolvers<boolean>()
    const run = async (isHeld: boolean) => {
      const first = isHeld ? await firstOf(batch).catch((): Event[] => []) : []
      const stored: Event[] = []
      const storeWith = (events: readonly Event[]) =>
        store(() => {
          onceOnDisk(() => void stored.push(...events))
          return write(events)
        })
      const isStored = await storeWith(first).catch((error: unknown) => {
        // Another batch signed the very transaction: the yes is stored, and its page says so.
        if (first.length > 0 && isRpcError(error)) return storeWith([])
        throw error
      })
      written.resolve(isStored)
      // Only what this very write has put on the disk is sent: another yes to the request may be there in its place.
      if (stored.length === 0) return
      const state = fold([{ type: 'approved' }, ...stored])
      await advanceOne({ batch, state }, []).catch((error: unknown) => troubles.note(batch, error))
    }
    world.lockIfFree(nameOf(batch), run).catch(written.reject)
    return written.promise
  }

  /**
   * Performs all due steps on one chain, or on all. A silent node delays only its own chain, and the service that sends a
   * user operation nothing: its answer is not waited for.
   */
  const step = async (only?: number): Promise<void> => {
    const lanes = new Map(
      (await liveBatches())
        .filter(({ chainId }) => (only ?? chainId) === chainId)
        .map(({ chainId, from }) => [`${chainId} ${from}`, { chainId, from }]),
    )
    await Promise.all([...lanes.values()].map(advanceLane))
  }

  /** Waits until services have answered all that they were asked, also for what their answers led to. */
  const answered = async (): Promise<void> => {
    while (asking.size > 0) await Promise.all(asking)
  }

  /** Performs all due steps on one chain, or on all, and waits for the answers of services. */
  const advance = async (only?: number): Promise<void> => {
    await step(only)
    await answered()
  }

  /** True for a user operation whose deadline is past, by the clock. */
  const isOver = (one: Transaction): boolean =>
    one.operation !== undefined && isPast(one, world.now())

  /** Rebroadcasts unmined transactions, as nodes drop them, unless another one used their nonce. */
  const remind = async (batch: Batch, state: State, look: ChainReader): Promise<Event[]> => {
    const due = lostTransactions(state).filter(({ hash }) => retries.isDue(hash))
    if (due.length === 0 && !isBurnt(state) && comingBurns(state).length === 0) return []
    const events = await nonceEvents(world, batch, state, look)
    const gap = events.length > 0 ? [] : await gapEvents(world, batch, state)
    const unsent = next(batch, state)
    const burns = burnsOf(state)
    const sent: Event[] = []
    for (const transaction of due) {
      // `advance` sends transactions that never went out, because it also stores the outcome.
      const isKept = isOver(transaction) || isWithdrawn(state, transaction)
      const isNew = unsent?.do === 'send' && unsent.transaction === transaction
      if (isNew && !isKept) continue
      const isGone = events.length > 0 || Object.hasOwn(state.overtaken, transaction.index)
      // Of a rebroadcast only what is new is stored. Of what was to cancel an operation all of that: what no node takes
      // any more keeps nobody waiting.
      if (isGone || isKept) retries.tried(transaction.hash)
      else {
        const told = await perform(batch, { do: 'send', transaction })
        const news = told.filter(isNewsOf(transaction))
        if (burns.includes(transaction)) sent.push(...news)
        else if (transaction.sent && news.length > 0)
          sent.push(...untiring(await eventsOf(batch.key), news))
      }
    }
    return [...events, ...gap, ...sent]
  }

  const lookAtOne = async (batch: Batch, look: ChainReader): Promise<boolean> => {
    const state = await stateOf(batch.key)
    if (await wasReset(batch, lately)) {
      await append(batch.key, reset)
      return true
    }
    // Only batches with a receipt can be skipped while the chain is unchanged.
    const head = state.transactions.some(({ receipt }) => receipt) ? await look.head() : undefined
    const hasMovedOn = head === undefined || pollPace.hasMovedOn(batch.key, head)
    const seen = await observe(world, batch, state, { look, agreement, runCheck, hasMovedOn })
    if (seen.length === 0 && hasMovedOn && head) pollPace.looked(batch.key, head)
    const isGone = seen.some(({ type }) => type === 'moved')
    for (const event of seen) if (event.type === 'moved') retries.forget(event.hash)
    // A final batch is looked at no more.
    const isKept =
      seen.some(({ type }) => type === 'final') &&
      (comingBurns(state).length > 0 || (await isWitness(batch, state)))
    const found = isGone && (await wasReset(batch, justNow)) ? reset : isKept ? [] : seen
    const events = found.length > 0 ? found : await remind(batch, state, look)
    if (events.length > 0) await append(batch.key, events)
    return events.length > 0
  }

  /**
   * Reads a chain once for all its live batches, and resolves or rejects once all are through, so that none goes on
   * beside the next look. True if it appended an event; throws the first failure if it appended none. `begun` gets the
   * batches by key, each with what resolves once that one is through.
   */
  const look = async (
    chainId: number,
    begun?: (parts: ReadonlyMap<string, Promise<boolean>>) => void,
  ): Promise<boolean> => {
    const eyes = createChainReader(world, chainId)
    const live = (await liveBatches()).filter((batch) => batch.chainId === chainId)
    if (live.length === 0) return false
    const parts = new Map(live.map((batch) => [batch.key, lookAtOne(batch, eyes)]))
    begun?.(parts)
    const [seen] = await Promise.all([
      Promise.allSettled(parts.values()),
      eyes.head().then(
        (head) => pollPace.shows(chainId, head),
        () => undefined,
      ),
    ])
    const isNews = seen.some((one) => one.status === 'fulfilled' && one.value)
    const failed = seen.find((one) => one.status === 'rejected')
    if (!isNews && failed) throw failed.reason
    return isNews
  }

  /** Performs an action of the user in its lane, then all due steps, also where the action failed half-way. */
  const act = async <T>(batch: Batch, run: () => Promise<T>): Promise<T> => {
    try {
      return await inLane(batch, run)
    } finally {
      await step(batch.chainId)
    }
  }

  /** Returns the nonces that a cancellation fills as well: below a named gap it would wait for ever, too. */
  const filledBy = async (batch: Batch, state: State): Promise<number[]> =>
    state.behind?.isGap ? missingNonces(world, batch, state) : []

  /**
   * Returns the price of replacing a batch's open transactions, by dearer ones or by empty ones, or of filling
   * the gap below it. A cancellation fills the gap, too; a dearer transaction comes with a look at its outcome.
   */
  const price = async (
    key: string,
    by: 'same' | 'cancel' | 'fill',
  ): Promise<ReplacementOffer | 'too late' | 'no room' | 'unlisted' | 'shared'> => {
    const batch = await batchOf(key)
    const state = await stateOf(key)
    const replaced = by === 'fill' ? [] : toReplace(state, by)
    const missing = {
      same: () => [],
      cancel: () => filledBy(batch, state),
      fill: () => missingNonces(world, batch, state),
    }
    const filled = await missing[by]()
    if (replaced.length + filled.length === 0) return 'too late'
    if (by === 'same' && replaced.some((one) => isPast(one, world.now()))) return 'too late'
    if (by === 'cancel' && replaced.length > 0 && !(await canUndo(batch))) return 'unlisted'
    if (!replaced.every((one) => hasRoom(batch, one))) return 'no room'
    if (await wouldEndOther(batch, state, replaced)) return 'shared'
    const fees = await suggestFees(batch.chainId)
    const offer = offerReplacement(batch, replaced, fees, fillCost(filled, fees), filled.length)
    const [open] = replaced
    if (by !== 'same' || !open) return offer
    return { ...offer, ...(await simulations.take({ batch, state, open, fees })) }
  }

  /**
   * Stops a batch at the user's request, replaces its unmined transactions by empty ones and fills the gap below
   * them; 'used' if the gap has to stay, 'shared' if what is signed cannot be cancelled without another batch. Without a
   * price, it only stops. `unlisted`: the account's device would not sign for the code that a revocation takes away, so
   * that nothing can take its place.
   */
  const cancel = async (
    key: string,
    agreed?: ReplacementPrice,
  ): Promise<
    'done' | 'too late' | 'locked' | 'device' | 'unlisted' | 'no price' | 'used' | 'shared'
  > => {
    const batch = await batchOf(key)
    return act(batch, async () => {
      const before = await stateOf(key)
      if (isEnded(batch, before)) return 'too late'
      if (toReplace(before, 'cancel').length > 0 && !(await canUndo(batch))) return 'unlisted'
      // Stored before anything that may fail, so that no further call is signed.
      const state = before.stopped
        ? before
        : await append(key, [{ type: 'stopped', reason: 'user' }])
      if (await wasReset(batch, justNow)) {
        await append(key, reset)
        return 'too late'
      }
      if (await wouldEndOther(batch, state, toReplace(state, 'cancel'))) return 'shared'
      const missing = await filledBy(batch, state)
      const filling = agreed && fillCost(missing, agreed.fees)
      const events = await cancelEvents(world, batch, state, agreed, filling)
      if (typeof events === 'string') return events
      if (events.length > 0) await append(key, events)
      if (missing.length === 0) return 'done'
      if (!agreed) return 'no price'
      return fillGap(world, batch, missing, agreed)
    })
  }

  /**
   * Stops a batch that the user refused on a device. `late`: the device is not asked for `id` any more, has signed it,
   * or something of the batch is signed, which only Cancel takes back.
   */
  const refuse = async (key: string, id: string): Promise<'done' | 'late'> => {
    const batch = await batchOf(key)
    return act(batch, async () => {
      const asked = await world.asked?.(key)
      const { transactions } = await stateOf(key)
      if (asked?.id !== id || asked.signature || transactions.length > 0) return 'late'
      await append(key, [{ type: 'stopped', reason: 'user' }])
      return 'done'
    })
  }

  /** Signs and sends the unmined transaction `hash` again with a fee bump, at the user's request. */
  const speedUp = async (
    key: string,
    hash: Hash,
    agreed: ReplacementPrice,
  ): Promise<'done' | 'too late' | 'no room' | 'changed' | 'locked' | 'device' | 'shared'> => {
    const batch = await batchOf(key)
    const outcome = await inLane(batch, async () => {
      if (await wasReset(batch, justNow)) return 'too late'
      const state = await stateOf(key)
      if (await wouldEndOther(batch, state, toReplace(state, 'same'))) return 'shared'
      const events = await speedUpEvents(world, batch, state, hash, agreed, simulations)
      if (typeof events === 'string') return events
      await append(key, events)
      return 'done'
    })
    if (outcome === 'done') await step(batch.chainId)
    return outcome
  }

  /** Signs empty transactions at the unused nonces that a batch waits for, at the user's request. */
  const fill = async (
    key: string,
    agreed: ReplacementPrice,
  ): Promise<'done' | 'too late' | 'used'> => {
    const batch = await batchOf(key)
    return act(batch, async () => {
      if (await wasReset(batch, justNow)) return 'too late'
      return fillGap(world, batch, await missingNonces(world, batch, await stateOf(key)), agreed)
    })
  }

  /** Ends a batch that waits below a gap of a local chain, at the user's request. */
  const giveUp = async (key: string): Promise<'done' | 'too late'> => {
    const batch = await batchOf(key)
    const outcome = await inLane(batch, async () => {
      const state = await stateOf(key)
      const isLocal = findNetwork(batch.chainId)?.isLocal ?? false
      if (!isLocal || !state.behind?.isGap || !mayGiveUp(state)) return 'too late'
      const missing = await missingNonces(world, batch, state)
      if (missing.length > 0 && !(await isShownUsed(world, batch, missing)))
        await lowerFloor(batch, Math.min(...missing))
      await append(key, [{ type: 'stopped', reason: 'givenUp' }])
      return 'done'
    })
    if (outcome === 'done') await step(batch.chainId)
    return outcome
  }

  /** Reads what signing needs while the approval is being written: whose chain it is, the account and contracts. */
  const prepare = (batch: Ahead): void => {
    ahead.begin(batch)
    genesis(batch.chainId, 0).catch(() => undefined)
  }

  return {
    advance,
    advanceLane,
    approve,
    step,
    answered,
    look,
    price,
    cancel,
    refuse,
    speedUp,
    fill,
    giveUp,
    prepare,
    pace: pollPace.pace,
    isAsking: finalData.isAsking,
  }
}

/** Tells which events of a transaction to write: each refusal by a node, and its acceptance after one. */
const isNewsOf =
  ({ refused }: Transaction) =>
  ({ type }: Event): boolean =>
    type === 'refused' || refused !== undefined

/** True if a replacement cancels a user operation, and with it another batch's that may still run. */
const wouldEndOther = async (
  batch: Batch,
  state: State,
  replaced: readonly Transaction[],
): Promise<boolean> => replaced.some(({ kind }) => kind === 'cancel') && isShared(batch, state)

/** True if all that is in a block is in a sealed one: what is given up is looked at no more. */
const mayGiveUp = ({ transactions }: State): boolean =>
  transactions.every(({ receipt, sealed }) => !receipt || sealed)

/** Ends a batch if nothing of it happened for a day. */
const expire = async (world: World, batch: Batch): Promise<Event[]> =>
  (await ageOf(batch, world.now())) > approvalEnds ? [{ type: 'stopped', reason: 'expired' }] : []

/** The runner as other parts of the background use it. */
export type Runner = ReturnType<typeof createRunner>
