import type { Hash } from 'viem'
import * as z from 'zod/mini'
import { editsShape } from '../batch/edits'
import type { BlockFingerprint } from '../batch/blockFingerprint'
import { errors } from '../rpc/errors'
import type { Outcome } from '../db/outcome'
import { hashOutcome, acceptedOutcome } from '../simulate/acceptedOutcome'
import type { Quote } from '../simulate/quoteBatch'

/** A quote and the name of its outcome, by which it is accepted. */
export type Quoted = { quote: Quote; outcome: Hash }

/** How a batch runs: one transaction, one atomic one for all calls, or one a call. */
export const mode = () => z.enum(['one', 'atomic', 'sequence'])

/** A waiting request to be quoted, in the best mode unless one is named. */
export const quoteParams = () =>
  z.object({ id: z.string(), mode: z.exactOptional(mode()), edits: editsShape })

/** The same as a type. */
export type QuoteParams = z.output<ReturnType<typeof quoteParams>>

type Params = QuoteParams

/** What a page that looks is told: a quote, that the last one is as good as new, or why there is none. */
export type QuoteResult = Quoted | 'same' | { error: unknown }

type Tell = (told: QuoteResult) => void

type Look = { params: Params; tell: Set<Tell>; isStale: boolean; last?: QuoteResult; text?: string }

/** The longest pause between two looks, in ms: where the node asks to slow down, or cannot tell. */
const slowest = 2_000

/** How many outcomes of a request are remembered, and of how many requests. */
const remembered = { outcomes: 256, requests: 8 }

const dropOldest = (map: Map<string, unknown>, size: number): void => {
  const [oldest] = map.keys()
  if (map.size > size && oldest !== undefined) map.delete(oldest)
}

const isSlowDown = (error: unknown): boolean =>
  (error as { code?: unknown }).code === errors.limitExceeded[0]

/**
 * Quotes while somebody looks: asked again when the pending block has changed, one at a time, shared by
 * all who look at the same. `head` tells one pending block from the next; `refresh` how often it may change, in ms.
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
  /** What tells the pending block of a request's chain from the next. */
  headOf: (params: Params) => Promise<BlockFingerprint>
  /** How often that changes at most, in ms. */
  refreshOf: (params: Params) => Promise<number>
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Told whether somebody looks. */
  awake: (isNeeded: boolean) => void
}) => {
  const asked = new Map<string, Promise<Quoted>>()
  const looks = new Map<string, Look>()
  const known = new Map<string, Map<Hash, Outcome>>()

  const remember = (id: string, hash: Hash, outcome: Outcome) => {
    const outcomes = known.get(id) ?? new Map<Hash, Outcome>()
    known.set(id, outcomes.set(hash, outcome))
    dropOldest(outcomes, remembered.outcomes)
    dropOldest(known, remembered.requests)
  }

  const run = async (params: Params): Promise<Quoted> => {
    const answer = await quote(params)
    const outcome = acceptedOutcome(answer)
    const hash = hashOutcome(outcome)
    remember(params.id, hash, outcome)
    return { quote: answer, outcome: hash }
  }

  /** Quotes now, or gives what is being found out already. */
  const ask = (params: Params): Promise<Quoted> => {
    const key = JSON.stringify(params)
    const running =
      asked.get(key) ??
      run(params).finally(() => {
        asked.delete(key)
      })
    asked.set(key, running)
    return running
  }

  const say = (look: Look, told: Quoted) => {
    const text = JSON.stringify(told)
    const isSame = text === look.text
    Object.assign(look, { text, last: told })
    for (const tell of look.tell) tell(isSame ? 'same' : told)
  }

  const fail = (look: Look, error: unknown) => {
    look.last = { error }
    delete look.text
    for (const tell of look.tell) tell({ error })
  }

  /** One look; gives back the head that the answer is for, undefined where it has to be asked again. */
  const once = async (
    look: Look,
    before: BlockFingerprint | undefined,
  ): Promise<BlockFingerprint | undefined> => {
    // What is asked after the head, or with it, is no older than that.
    const seen = headOf(look.params)
    const head = before === undefined ? seen.catch(() => undefined) : await seen
    if (before !== undefined && !look.isStale && head === before) return before
    look.isStale = false
    const told = await ask(look.params)
    say(look, told)
    return told.quote.verdict === 'unknown' ? undefined : head
  }

  const loop = async (look: Look): Promise<void> => {
    let head: BlockFingerprint | undefined
    let pause = 0
    while (look.tell.size > 0) {
      const started = now()
      const refresh = await refreshOf(look.params).catch(() => slowest)
      try {
        head = await once(look, head)
        pause = head === undefined ? slowest : Math.max(refresh, pause / 2)
      } catch (error) {
        head = undefined
        pause = isSlowDown(error) ? slowest : Math.min(slowest, Math.max(refresh, pause * 2))
        // Where there is a quote, asking to slow down says nothing that its age does not.
        if (!(isSlowDown(error) && look.text)) fail(look, error)
      }
      await wait(Math.max(20, pause - Math.abs(now() - started)))
    }
  }

  return {
    ask,

    /** Tells what a request would do from now on; gives back how to stop looking. */
    look: (params: Params, tell: Tell): (() => void) => {
      const key = JSON.stringify(params)
      const look = looks.get(key) ?? { params, tell: new Set(), isStale: false }
      const isNew = look.tell.size === 0
      look.tell.add(tell)
      looks.set(key, look)
      awake(true)
      if (look.last && !isNew) tell(look.last)
      if (isNew) void loop(look)
      return () => {
        look.tell.delete(tell)
        if (look.tell.size === 0 && looks.get(key) === look) looks.delete(key)
        awake(looks.size > 0)
      }
    },

    /** What a request would do may have changed without a new block. */
    stir: (): void => {
      for (const look of looks.values()) look.isStale = true
    },

    /** An outcome that was shown for a request; undefined where a worker before this one showed it. */
    recall: (id: string, hash: Hash): Outcome | undefined => known.get(id)?.get(hash),
  }
}

/** The quotes as the rest of the background holds them. */
export type Quotes = ReturnType<typeof createQuotes>
