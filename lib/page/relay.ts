import type { PageAnswer, PageRequest } from './provider'
import type { HeldSubscriptions } from '../subscriptions/held'
import type { Delivery, Resume } from '../subscriptions/wire'

/**
 * Facts that the relay sees and a page cannot forge. `isQuiet`: the user has not just acted on the page.
 * `top`: set in a frame, the top document's origin, empty if unknown. Hints only, never used to authorize.
 */
export type RelayWorld = { isQuiet: boolean; top?: string }

/**
 * A message from the relay to the background. `id`: 128 random bits minted by the relay, never by the page.
 */
export type RelayRequest = { id: string; method: string; wire: string } & RelayWorld

/** Tells the background that the page has the answer to a request for a signature. */
export type Acknowledgement = { acknowledged: string }

/** A message to the relay: an answer's JSON text, the site's state, or a subscription's events. */
export type RelayAnswer = { id: string; text: string } | { state: string } | Delivery

/** The part of a browser Port that the relay uses. */
export type RelayPort = {
  postMessage: (request: RelayRequest | Resume | Acknowledgement) => void
  onMessage: { addListener: (listener: (answer: RelayAnswer) => void) => void }
  onDisconnect: { addListener: (listener: () => void) => void }
  disconnect: () => void
}

/** Length at which params are cut, twice the background's limit: it refuses longer ones anyway. */
const longest = 2 * 1024 * 1024

const gone = JSON.stringify({
  code: 4900,
  message: 'The wallet is disconnected: the extension was updated or removed, reload the page',
})

/** Returns a random request ID. Duplicates `newId`, because code in a site's page imports nothing. */
const mint = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Methods whose requests hold a message, and whose answers a signature. */
const isSigning = /^(personal_sign|eth_signTypedData)/

const keyOf = ({ method, wire }: RelayRequest): string => `${method} ${wire}`

const isRequest = (message: unknown): message is PageRequest =>
  Array.isArray(message) &&
  typeof message[0] === 'number' &&
  typeof message[1] === 'string' &&
  typeof message[2] === 'string'

/**
 * Carries requests to the background and answers back. If the Port is lost, it reconnects and sends open
 * requests again under their IDs, unseen by the page. `connect` returns undefined once the extension is
 * gone. Equal requests for which `isRead` is true are deduped while one is open.
 */
export const createRelay = (
  connect: () => RelayPort | undefined,
  answer: (answer: PageAnswer) => void,
  look: () => RelayWorld,
  held: HeldSubscriptions,
  isRead: (method: string) => boolean,
) => {
  const open = new Map<string, { numbers: number[]; request: RelayRequest }>()
  // Dedupes equal open reads, keyed by method and params. Cleared by any message to the page and any
  // request that is no read: a block or a change of network may lie between.
  const reads = new Map<string, number[]>()
  let port: RelayPort | undefined
  let isUsed = false
  let tries = 0

  const giveUp = () => {
    for (const { numbers } of open.values())
      for (const number of numbers) answer([number, `{"error":${gone}}`])
    open.clear()
    reads.clear()
    answer([-1, gone])
  }

  const ensure = () => {
    if (port) return
    const opened = connect()
    if (!opened) return giveUp()
    port = opened
    opened.onMessage.addListener((message) => {
      // The background speaks first on every Port, so a message proves that it runs: backoff restarts.
      tries = 0
      reads.clear()
      if ('state' in message) return answer([0, message.state])
      if ('subscription' in message) return held.hear(message)
      const waiting = open.get(message.id)
      if (!waiting) return
      open.delete(message.id)
      for (const number of waiting.numbers) answer([number, message.text])
      // An answered request is never asked again: the background need not keep message and signature any longer.
      if (isSigning.test(waiting.request.method)) opened.postMessage({ acknowledged: message.id })
    })
    opened.onDisconnect.addListener(() => {
      if (port === opened) port = undefined
      if (open.size === 0 && held.isEmpty()) return
      setTimeout(ensure, tries === 0 ? 0 : Math.min(5_000, 50 * 2 ** tries))
      tries++
    })
    const resume = held.resume()
    if (resume) opened.postMessage(resume)
    for (const { request } of open.values()) opened.postMessage(request)
  }

  return {
    /** Handles a message from the page, which may be anything. */
    request(message: unknown) {
      if (!isRequest(message)) return
      const [number, method, wire] = message
      if (number === 0) {
        isUsed = true
        return ensure()
      }
      const request = { id: mint(), method, wire: wire.slice(0, longest), ...look() }
      const numbers = [number]
      if (isRead(method)) {
        const joined = reads.get(keyOf(request))
        if (joined) return void joined.push(number)
        reads.set(keyOf(request), numbers)
      } else reads.clear()
      open.set(request.id, { numbers, request })
      isUsed = true
      if (port) port.postMessage(request)
      else ensure()
    },
    /** Reconnects a page that uses the wallet, because the site's state may have changed unseen. */
    refresh() {
      if (isUsed) ensure()
    },
    /** Reconnects a page restored from the back/forward cache: its Port ended without an event. */
    reopen() {
      port?.disconnect()
      port = undefined
      if (isUsed) ensure()
    },
  }
}
