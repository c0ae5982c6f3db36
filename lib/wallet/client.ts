import { browser } from 'wxt/browser'
import type { Verbs } from './index'
import type { SessionState } from './services'
import type { Quoted } from '../quotes/quotes'

/**
 * A message to a page that watches a request's quote: a new quote, the last one confirmed, or an error
 * code.
 */
export type QuoteUpdate = Quoted | { isSame: true } | { error: string }

/**
 * Messages from the wallet's own pages: a verb, the request whose quote to watch (null: none), or the window that the
 * page is the panel of (null: it is out of sight).
 */
export type PageMessage =
  | { id: number; verb: string; params: unknown }
  | { look: number; params: Verbs['quote']['takes'] | null }
  | { panelOf: number | null }

/** Messages from the background to the wallet's own pages. */
export type WalletMessage =
  | { id: number; result: unknown }
  | { id: number; error: string }
  | { session: SessionState }
  | ({ look: number } & QuoteUpdate)

type Waiting = {
  message: PageMessage
  resolve: (value: never) => void
  reject: (error: Error) => void
}

type Tell = (seen: QuoteUpdate) => void

/** A quote that a page watches; `last`: the newest one that came before anybody was told, at `at` ms of its clock. */
type Watching = {
  message: PageMessage & { look: number }
  tell?: Tell
  last?: Quoted
  at?: number
}

/** How long, in ms, a quote that came before anybody was told counts as new: the time until a page has drawn it. */
const early = 1_000

/** Connects a page of the wallet to the background; after a worker stop, reconnects and repeats requests. */
export const connectWallet = (onSession: (session: SessionState) => void) => {
  const waiting = new Map<number, Waiting>()
  let port: ReturnType<typeof browser.runtime.connect> | undefined
  let count = 0
  let panel: (PageMessage & { panelOf: unknown }) | undefined
  let watching: Watching | undefined

  const stop = (one: Watching) => {
    if (watching !== one) return
    watching = undefined
    port?.postMessage({ look: one.message.look, params: null })
  }

  const hear = (one: Watching, seen: QuoteUpdate) => {
    if (one.tell) one.tell(seen)
    else if ('quote' in seen) Object.assign(one, { last: seen, at: performance.now() })
    // Whoever watches asks anew for a quote that failed.
    else if ('error' in seen) stop(one)
  }

  const open = () => {
    const opened = browser.runtime.connect({ name: 'wallet' })
    port = opened
    opened.onMessage.addListener((message: WalletMessage) => {
      if ('session' in message) return onSession(message.session)
      if ('look' in message) {
        // Drops a quote of a request that the page no longer watches.
        if (watching?.message.look === message.look) hear(watching, message)
        return
      }
      const request = waiting.get(message.id)
      waiting.delete(message.id)
      if ('error' in message) request?.reject(new Error(message.error))
      // `never`: the verb of this id gives the result its type, and the map holds the ids of all verbs.
      else request?.resolve(message.result as never)
    })
    opened.onDisconnect.addListener(() => {
      if (port === opened) port = undefined
      // Verbs are idempotent, so open ones are sent again: each finds in the database if it was carried
      // out.
      setTimeout(open, 50)
    })
    // First of all: the background must know of the panel before it looks where a request is shown.
    if (panel) opened.postMessage(panel)
    for (const { message } of waiting.values()) opened.postMessage(message)
    if (watching) opened.postMessage(watching.message)
  }
  open()

  const ask = <Verb extends keyof Verbs>(
    verb: Verb,
    params: Verbs[Verb]['takes'],
  ): Promise<Verbs[Verb]['gives']> =>
    new Promise((resolve, reject) => {
      const id = ++count
      const message = { id, verb, params }
      waiting.set(id, { message, resolve, reject })
      port?.postMessage(message)
    })
  const look = (params: Verbs['quote']['takes']): Watching => {
    const one: Watching = { message: { look: ++count, params } }
    watching = one
    port?.postMessage(one.message)
    return one
  }

  /** Returns what is watched for nobody yet, if these are its params and what came of it is new. */
  const begunFor = (params: Verbs['quote']['takes']): Watching | undefined => {
    if (!watching || watching.tell || !('params' in watching.message)) return undefined
    const isSame = JSON.stringify(watching.message.params) === JSON.stringify(params)
    const isNew = watching.at === undefined || performance.now() - watching.at < early
    return isSame && isNew ? watching : undefined
  }

  /** Begins to watch the quote of a request before a screen does, which then joins; ends where none comes. */
  const watchAhead = (params: Verbs['quote']['takes']): void => {
    // A screen was faster.
    if (watching) return
    const one = look(params)
    setTimeout(() => one.tell ?? stop(one), early)
  }

  /** Returns the quote that came before a screen has watched it. */
  const quotedAhead = (params: Verbs['quote']['takes']): Quoted | undefined =>
    begunFor(params)?.last

  /** Watches the quote of one request, in place of any other. Returns a function that stops it. */
  const watchQuote = (params: Verbs['quote']['takes'], tell: Tell): (() => void) => {
    const one = begunFor(params) ?? look(params)
    one.tell = tell
    if (one.last) tell(one.last)
    return () => stop(one)
  }

  /** Says which window this page is the panel of; null while it is out of sight. */
  const sitBeside = (window: number | null): void => {
    panel = { panelOf: window }
    port?.postMessage(panel)
  }

  return { ask, watchAhead, quotedAhead, watchQuote, sitBeside }
}
