import type { PageAnswer, PageRequest } from './provider'
import type { HeldSubscriptions } from '../subscriptions/held'
import type { Delivery, Resume } from '../subscriptions/wire'

/**
 * Facts about its page that a relay sees and a page cannot forge: `isQuiet` if the user has not just acted on it,
 * `top` in a frame alone: the origin on top, empty where the browser does not tell. Hints, no authority.
 */
export type RelayWorld = { isQuiet: boolean; top?: string }

/** A message from the relay to the background. `id` is 128 random bits of the relay's, never the page's. */
export type RelayRequest = { id: string; method: string; wire: string } & RelayWorld

/** A message from the background to the relay: an answer's JSON text, the site's state, or what a subscription is told. */
export type RelayAnswer = { id: string; text: string } | { state: string } | Delivery

/** The part of a Port that the relay uses. */
export type RelayPort = {
  postMessage: (request: RelayRequest | Resume) => void
  onMessage: { addListener: (listener: (answer: RelayAnswer) => void) => void }
  onDisconnect: { addListener: (listener: () => void) => void }
  disconnect: () => void
}

/** Twice what the background takes: a longer text is refused all the same, and would not fit a message. */
const longest = 2 * 1024 * 1024

const gone = JSON.stringify({
  code: 4900,
  message: 'The wallet is disconnected: the extension was updated or removed, reload the page',
})

/** The wallet's own pages make theirs by `newId`: what runs in a site's page imports nothing. */
const mint = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const keyOf = ({ method, wire }: RelayRequest): string => `${method} ${wire}`

const isRequest = (message: unknown): message is PageRequest =>
  Array.isArray(message) &&
  typeof message[0] === 'number' &&
  typeof message[1] === 'string' &&
  typeof message[2] === 'string'

/**
 * Carries requests to the background and answers back. A lost Port is invisible to the page: what is open
 * is sent again under its id. `connect` gives undefined once the extension itself is gone; what `isRead` is
 * asked once while an equal one is under way.
 */
export const createRelay = (
  connect: () => RelayPort | undefined,
  answer: (answer: PageAnswer) => void,
  look: () => RelayWorld,
  held: HeldSubscriptions,
  isRead: (method: string) => boolean,
) => {
  const open = new Map<string, { numbers: number[]; request: RelayRequest }>()
  // Equal reads under way, by what they ask: the page gets the one answer for each of them. Nothing joins one
  // from before the page heard of anything, or asked for anything but reads: a block or a change of network may
  // lie between.
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
      // The background speaks first on every Port: a message means that it is really there.
      tries = 0
      reads.clear()
      if ('state' in message) return answer([0, message.state])
      if ('subscription' in message) return held.hear(message)
      const waiting = open.get(message.id)
      if (!waiting) return
      open.delete(message.id)
      for (const number of waiting.numbers) answer([number, message.text])
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
    /** A request of the page, or whatever else came from there. */
    request(message: unknown) {
      if (!isRequest(message)) return
      const [number, method, wire] = message
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
    /** The site's state may have changed unseen: a page that uses the wallet asks for it. */
    refresh() {
      if (isUsed) ensure()
    },
    /** The page is shown again after it was kept: its Port has ended without a word. */
    reopen() {
      port?.disconnect()
      port = undefined
      if (isUsed) ensure()
    },
  }
}
