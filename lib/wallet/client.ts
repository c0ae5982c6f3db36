import { browser } from 'wxt/browser'
import type { SessionState, Verbs } from './contract'

/** What the background sends to the wallet's own pages. */
export type WalletMessage =
  { id: number; result: unknown } | { id: number; error: string } | { session: SessionState }

type Waiting = { message: unknown; resolve: (value: never) => void; reject: (error: Error) => void }

/** The wallet's own pages' Port; opened again when the worker was stopped, with what was under way. */
export const connectWallet = (onSession: (session: SessionState) => void) => {
  const waiting = new Map<number, Waiting>()
  let port: ReturnType<typeof browser.runtime.connect> | undefined
  let count = 0

  const open = () => {
    const opened = browser.runtime.connect({ name: 'wallet' })
    port = opened
    opened.onMessage.addListener((message: WalletMessage) => {
      if ('session' in message) return onSession(message.session)
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
  }
  open()

  return <Verb extends keyof Verbs>(
    verb: Verb,
    params: Verbs[Verb]['takes'],
  ): Promise<Verbs[Verb]['gives']> =>
    new Promise((resolve, reject) => {
      const id = ++count
      const message = { id, verb, params }
      waiting.set(id, { message, resolve, reject })
      port?.postMessage(message)
    })
}
