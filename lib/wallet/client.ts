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

/** Connects a page of the wallet to the background; after a worker stop, reconnects and repeats requests. */
export const connectWallet = (onSession: (session: SessionState) => void) => {
  const waiting = new Map<number, Waiting>()
  let port: ReturnType<typeof browser.runtime.connect> | undefined
  let count = 0
  let panel: (PageMessage & { panelOf: unknown }) | undefined
  let watching:
    | { message: PageMessage & { look: number }; tell: (seen: QuoteUpdate) => void }
    | undefined

  const open = () => {
    const opened = browser.runtime.connect({ name: 'wallet' })
    port = opened
    opened.onMessage.addListener((message: WalletMessage) => {
      if ('session' in message) return onSession(message.session)
      if ('look' in message) {
        // Drops a quote of a request that the page no longer watches.
        if (watching?.message.look === message.look) watching.tell(message)
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
  /** Watches the quote of one request, in place of any other. Returns a function that stops it. */
  const watchQuote = (
    params: Verbs['quote']['takes'],
    tell: (seen: QuoteUpdate) => void,
  ): (() => void) => {
    const message = { look: ++count, params }
    watching = { message, tell }
    port?.postMessage(message)
    return () => {
      if (watching?.message !== message) return
      watching = undefined
      port?.postMessage({ look: message.look, params: null })
    }
  }

  /** Says which window this page is the panel of; null while it is out of sight. */
  const sitBeside = (window: number | null): void => {
    panel = { panelOf: window }
    port?.postMessage(panel)
  }

  return { ask, watchQuote, sitBeside }
}
