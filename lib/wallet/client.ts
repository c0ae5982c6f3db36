import { browser } from 'wxt/browser'
import type { Verbs } from './contract'
import type { SessionState } from './services'
import type { Quoted } from './quotes'

/** What a page that looks at a request is told: a new quote, that the last one still holds, or what went wrong. */
export type QuoteUpdate = Quoted | { isSame: true } | { error: string }

/** What the wallet's own pages send: a verb, or what they look at from now on. */
export type PageMessage =
  | { id: number; verb: string; params: unknown }
  | { look: number; params: Verbs['quote']['takes'] | null }

/** What the background sends to them. */
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

/** The wallet's own pages' Port; opened again when the worker was stopped, with what was under way. */
export const connectWallet = (onSession: (session: SessionState) => void) => {
  const waiting = new Map<number, Waiting>()
  let port: ReturnType<typeof browser.runtime.connect> | undefined
  let count = 0
  let looking:
    { message: PageMessage & { look: number }; tell: (seen: QuoteUpdate) => void } | undefined

  const open = () => {
    const opened = browser.runtime.connect({ name: 'wallet' })
    port = opened
    opened.onMessage.addListener((message: WalletMessage) => {
      if ('session' in message) return onSession(message.session)
      if ('look' in message) {
        // What was on its way when the page turned to something else is not for it.
        if (looking?.message.look === message.look) looking.tell(message)
        return
      }
      const request = waiting.get(message.id)
      waiting.delete(message.id)
      if ('error' in message) request?.reject(new Error(message.error))
      else request?.resolve(message.result as never)
    })
    opened.onDisconnect.addListener(() => {
      if (port === opened) port = undefined
      // A verb is safe to repeat: each finds in the database whether it was carried out.
      setTimeout(open, 50)
    })
    for (const { message } of waiting.values()) opened.postMessage(message)
    if (looking) opened.postMessage(looking.message)
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
  /** Looks at one request, and at no other any more; gives back how to stop. */
  const look = (
    params: Verbs['quote']['takes'],
    tell: (seen: QuoteUpdate) => void,
  ): (() => void) => {
    const message = { look: ++count, params }
    looking = { message, tell }
    port?.postMessage(message)
    return () => {
      if (looking?.message !== message) return
      looking = undefined
      port?.postMessage({ look: message.look, params: null })
    }
  }

  return { ask, look }
}
