import type { Hash } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { dedupe, poll } from '../async'
import { feesShape } from '../batch/approveBatch'
import { editsShape } from '../batch/edits'
import { tolerances } from '../lock/choice'
import type { BlockFingerprint } from '../batch/blockFingerprint'
import { isSilence, isSlowDown } from '../rpc/errors'
import { hashOutcome, keptOutcome, type KeptOutcome } from '../simulate/acceptedOutcome'
import type { Quote, Sponsor } from '../simulate/quote'
import { dropOldest } from '../values/dropOldest'

/** A quote and the hash of its outcome, by which a decision accepts it. */
export type Quoted = { quote: Quote; outcome: Hash }

/** Execution mode: a single call, one atomic transaction (EIP-7702), or one transaction per call. */
export const mode = () => v.picklist(['one', 'atomic', 'sequence'])

/** A speed whose fees follow the network, or fees of the user's own. */
const fee = () => v.union([v.picklist(['slow', 'normal', 'fast']), feesShape])

const yes = () => v.exactOptional(v.literal(true))

/** How the user wants the batch to be locked. */
const lock = () =>
  object({
    tolerance: v.exactOptional(v.picklist(tolerances)),
    isOff: yes(),
    keeps: yes(),
    isExact: yes(),
  })

/**
 * The request to quote, by ID; in the best mode unless one is named, at the normal speed unless the user chose
 * another `fee`, with the user's `edits` of its amounts and choice of its `lock`; `paysOneself`: nobody else is to pay.
 */
export const quoteParams = () =>
  object({
    id: v.string(),
    mode: v.exactOptional(mode()),
    fee: v.exactOptional(fee()),
    edits: editsShape,
    lock: v.exactOptional(lock()),
    paysOneself: yes(),
  })

/** Params of a quote, as `quoteParams` outputs them. */
export type QuoteParams = v.InferOutput<ReturnType<typeof quoteParams>>

type Params = QuoteParams

/** Result for a page that watches a request: a quote, `same` if the last one still holds, or an error. */
export type QuoteResult = Quoted | 'same' | { error: unknown }

type Tell = (told: QuoteResult) => void

/** Ways to quote a request before a page asks, and to the fingerprint of its chain's pending block. */
export type AskedAhead = { quote: () => Promise<Quote>; head: () => Promise<BlockFingerprint> }

/** A quote that was begun before a page asked, `at` ms since 1970, and the pending block that was read along with it. */
type Begun = { at: number; head: Promise<BlockFingerprint | undefined>; told: Promise<Quoted> }

type QuoteWatch = {
  params: Params
  tell: Set<Tell>
  isStale: boolean
  last?: QuoteResult
  text?: string
}

/** The longest pause between two checks, in ms, used if the node is rate limiting or cannot simulate. */
const slowest = 2_000

/** How long, in ms, a quote that was begun ahead is kept for its page: until a window usually shows. */
const ahead = 3_000

/** Maximum number of outcomes remembered per request, fewer with a part for each of many calls, and of requests. */
const remembered = { outcomes: 256, withParts: 32, requests: 8 }

/**
 * Keeps the quotes of watched requests up to date: simulates again when the pending block changes, one run
 * at a time, shared by all watchers of equal params.
 */
export const createQuotes = ({
  quote,
  headOf,
  refreshOf,
  now,
  wait,
  awake,
}: {
  quote: (params: Params) => Promise<Quote>
  /** Fingerprint of the pending block on the request's chain. */
  headOf: (params: Params) => Promise<BlockFingerprint>
  /** Refresh interval of the request's network, in ms. */
  refreshOf: (params: Params) => Promise<number>
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Called with true when a page starts to watch, with false once none does. */
  awake: (isNeeded: boolean) => void
}) => {
  const shared = dedupe<Quoted>()
  const watches = new Map<string, QuoteWatch>()
  const known = new Map<string, Map<Hash, KeptOutcome>>()
  const begun = new Map<string, Begun>()

  const remember = (id: string, hash: Hash, kept: KeptOutcome) => {
    const outcomes = known.get(id) ?? new Map<Hash, KeptOutcome>()
    known.set(id, outcomes.set(hash, kept))
    dropOldest(outcomes, kept.parts ? remembered.withParts : remembered.outcomes)
    dropOldest(known, remembered.requests)
  }

  const run = async (params: Params, take = () => quote(params)): Promise<Quoted> => {
    const whole = await take()
    const kept = keptOutcome(whole)
    const hash = hashOutcome(kept.outcome)
    remember(params.id, hash, kept)
    // A page does not get the parts of a thousand calls with each block.
    const { parts: _, sponsor, ...answer } = whole
    const { terms: __, ...shown } = sponsor ?? {}
    return { quote: sponsor ? { ...answer, sponsor: shown as Sponsor } : answer, outcome: hash }
  }

  /** Returns a new quote, or joins an equal one that is already running. */
  const ask = (params: Params): Promise<Quoted> => shared(JSON.stringify(params), () => run(params))

  // A timer may be late, as after a sleep.
  const isOld = (one: Begun) => Math.abs(now() - one.at) >= ahead

  /**
   * Takes what was begun ahead for a page, once; undefined if nothing was, or it came to nothing. Throws where the node
   * is silent, which the page is told without a second wait.
   */
  const takeBegun = async (params: Params) => {
    const key = JSON.stringify(params)
    const one = begun.get(key)
    begun.delete(key)
    if (!one || isOld(one)) return undefined
    const told = await one.told.catch((error: unknown) => {
      if (isSilence(error)) throw error
      return undefined
    })
    return told && { told, head: await one.head }
  }

  const say = (watch: QuoteWatch, told: Quoted) => {
    const text = JSON.stringify(told)
    const isSame = text === watch.text
    Object.assign(watch, { text, last: told })
    for (const tell of watch.tell) tell(isSame ? 'same' : told)
  }

  const fail = (watch: QuoteWatch, error: unknown) => {
    watch.last = { error }
    delete watch.text
    for (const tell of watch.tell) tell({ error })
  }

  /**
   * Quotes once if the pending block changed. Returns the fingerprint that the quote is valid for,
   * undefined to force a new quote.
   */
  const once = async (
    watch: QuoteWatch,
    before: BlockFingerprint | undefined,
  ): Promise<BlockFingerprint | undefined> => {
    const early = before === undefined && !watch.isStale ? await takeBegun(watch.params) : undefined
    if (early && !watch.isStale) {
      say(watch, early.told)
      return early.told.quote.verdict === 'unknown' ? undefined : early.head
    }
    // The simulation starts with or after this read, so the quote is never older than the fingerprint.
    const seen = headOf(watch.params)
    const head = before === undefined ? seen.catch(() => undefined) : await seen
    if (before !== undefined && !watch.isStale && head === before) return before
    watch.isStale = false
    const told = await ask(watch.params)
    say(watch, told)
    return told.quote.verdict === 'unknown' ? undefined : head
  }

  const loop = async (watch: QuoteWatch): Promise<void> => {
    let head: BlockFingerprint | undefined
    let pause = 0
    const check = async (): Promise<number | undefined> => {
      if (watch.tell.size === 0) return undefined
      const refresh = await refreshOf(watch.params).catch(() => slowest)
      try {
        head = await once(watch, head)
        pause = head === undefined ? slowest : Math.max(refresh, pause / 2)
      } catch (error) {
        head = undefined
        pause = isSlowDown(error) ? slowest : Math.min(slowest, Math.max(refresh, pause * 2))
        // A page that has a quote shows its age, so rate limiting is not reported.
        if (!(isSlowDown(error) && watch.text)) fail(watch, error)
      }
      return pause
    }
    await poll(check, { now, wait })
  }

  return {
    ask,

    /**
     * Begins to quote a request whose page is about to open. What comes of it is told to the first page that watches
     * the same, and is dropped after 3 s; a failure is told to nobody, as the page asks anew.
     */
    begin: (params: Params, by: AskedAhead): void => {
      const key = JSON.stringify(params)
      if (begun.has(key) || watches.has(key)) return
      const head = by.head().catch(() => undefined)
      const one = { at: now(), head, told: run(params, by.quote) }
      one.told.catch(() => undefined)
      begun.set(key, one)
      void wait(ahead).then(() => begun.get(key) === one && begun.delete(key))
    },

    /**
     * Returns what was begun for a request, which stays there for the page that watches. Undefined if nothing was, if
     * it no longer counts, or if a page watches: that one is told.
     */
    begunFor: async (params: Params): Promise<Quoted | undefined> => {
      const key = JSON.stringify(params)
      const one = begun.get(key)
      const told = await one?.told
      return one && begun.get(key) === one && !isOld(one) ? told : undefined
    },

    /** Watches a request's quote. Returns a function that stops watching. */
    watch: (params: Params, tell: Tell): (() => void) => {
      const key = JSON.stringify(params)
      const watch = watches.get(key) ?? { params, tell: new Set(), isStale: false }
      const isNew = watch.tell.size === 0
      watch.tell.add(tell)
      watches.set(key, watch)
      awake(true)
      if (watch.last && !isNew) tell(watch.last)
      if (isNew) void loop(watch)
      return () => {
        watch.tell.delete(tell)
        if (watch.tell.size === 0 && watches.get(key) === watch) watches.delete(key)
        awake(watches.size > 0)
      }
    },

    /** Forces a new quote of all watched requests, whose outcome may have changed without a new block. */
    stir: (): void => {
      begun.clear()
      for (const watch of watches.values()) watch.isStale = true
    },

    /**
     * Returns an outcome that was shown for a request; undefined if it was shown before the worker
     * restarted.
     */
    recall: (id: string, hash: Hash): KeptOutcome | undefined => known.get(id)?.get(hash),
  }
}

/** The quotes as other parts of the background use them. */
export type Quotes = ReturnType<typeof createQuotes>
