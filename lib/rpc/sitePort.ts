import { browser } from 'wxt/browser'
import type { Acknowledgement, RelayAnswer, RelayRequest } from '../page/relay'
import { isLoopbackOrigin } from '../values/loopback'
import { rpcError, toWire } from './errors'
import { createTabQueues } from './tabQueue'
import type { SiteRequest } from './siteRequest'

type Port = Parameters<Parameters<typeof browser.runtime.onConnect.addListener>[0]>[0]

type Sender = {
  origin: string
  documentId: string
  tab: string
  tabId: number | undefined
  isFrame: boolean
}

/**
 * Returns the site behind a Port, from the browser's own data on the sender; undefined if it must not be
 * served.
 */
const senderOf = ({ sender }: Port): Sender | undefined => {
  const { id, origin, frameId, tab } = sender ?? {}
  const ofTab = tab?.id === undefined ? undefined : `tab ${tab.id}`
  // Older Firefox gives no document ID: the tab ID replaces it, in the top frame only, where a tab has one
  // document.
  const documentId = sender?.documentId ?? (frameId === 0 ? ofTab : undefined)
  // An opaque origin is the string "null"; `sender.url` would name the page that embeds the frame.
  const isSite =
    origin !== undefined && (/^https:\/\/[^/]+$/.test(origin) || isLoopbackOrigin(origin))
  return id === browser.runtime.id && isSite && documentId && frameId !== undefined
    ? {
        origin,
        documentId,
        tab: ofTab ?? documentId,
        tabId: tab?.id,
        isFrame: frameId !== 0,
      }
    : undefined
}

/**
 * Sanitizes the top frame's origin as the relay reports it: only shown to the user, no decision rests on it.
 */
const topOf = (top: unknown): string =>
  typeof top === 'string' && /^[a-z][a-z0-9+.-]{0,31}:\/\/[^/\s]{1,255}$/.test(top) ? top : ''

const isRequest = (message: unknown): message is RelayRequest => {
  const { id, method, wire } = (message ?? {}) as Partial<RelayRequest>
  return (
    typeof id === 'string' &&
    /^[0-9a-f]{32}$/.test(id) &&
    typeof method === 'string' &&
    typeof wire === 'string'
  )
}

const isAcknowledgement = (message: unknown): message is Acknowledgement =>
  typeof (message as Partial<Acknowledgement> | null)?.acknowledged === 'string'

const errorText = (...args: Parameters<typeof rpcError>) =>
  JSON.stringify({ error: toWire(rpcError(...args)) })

const refusal = errorText('unauthorized', 'this page has no origin')

const tooMuch = errorText('limitExceeded', 'too much of this page is open: wait for answers')

/**
 * Answers each request with 4100. If the Port were closed instead, the page's relay would reconnect forever.
 */
const refuse = (port: Port) =>
  port.onMessage.addListener((message: unknown) => {
    if (isRequest(message)) post(port, { id: message.id, text: refusal })
  })

const post = (port: Port, answer: RelayAnswer) => {
  try {
    port.postMessage(answer)
  } catch {
    // The Port is closed: the relay will repeat the request with its ID and get the answer then.
  }
}

/** A site with an open Port in a tab, once for each of its documents; `isFrame` if another page holds it. */
export type TabSite = { origin: string; isFrame: boolean }

/**
 * Opens the Port for websites. `handle` gets a function to call when a request only waits for the user;
 * `state` returns the site's own state as JSON text; `left` runs when a page has gone, `acknowledged` when it has
 * a signature.
 */
export const openSiteDoor = (door: {
  handle: (request: SiteRequest, rest: () => void) => Promise<string>
  /** True for a method whose answer waits for a node. */
  asksNode: (method: string) => boolean
  state: (origin: string) => Promise<string>
  left: (documentId: string) => void
  /** The page has the answer to a request for a signature. */
  acknowledged: (id: string, origin: string) => void
  /** Starts the subscriptions of a page; returns handlers for its relay's messages and for its end. */
  opened: (
    sender: { origin: string; documentId: string },
    post: (answer: RelayAnswer) => void,
  ) => { hear: (message: unknown) => void; closed: () => void }
}): { tell: () => Promise<void>; inTab: (tab: number) => Promise<TabSite[]> } => {
  const connected = new Map<Port, string>()
  const lines = createTabQueues()

  const tellOne = async (port: Port, origin: string) =>
    post(port, { state: await door.state(origin) })

  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== 'site') return
    const sender = senderOf(port)
    if (!sender) return refuse(port)
    connected.set(port, sender.origin)
    const subscriptions = door.opened(sender, (answer) => post(port, answer))
    void tellOne(port, sender.origin)
    port.onDisconnect.addListener(() => {
      connected.delete(port)
      subscriptions.closed()
      door.left(sender.documentId)
    })
    port.onMessage.addListener((message: unknown) => {
      if (isAcknowledgement(message)) return door.acknowledged(message.acknowledged, sender.origin)
      if (!isRequest(message)) return subscriptions.hear(message)
      const { id, method, wire, isQuiet, top } = message
      const { origin, documentId, tab, tabId, isFrame } = sender
      const request = {
        id,
        origin,
        documentId,
        method,
        wire,
        ...(tabId === undefined ? {} : { tab: tabId }),
        ...((isQuiet as unknown) === true ? { isQuiet: true as const } : {}),
        ...(isFrame ? { top: topOf(top) } : {}),
      }
      const place = { tab, ...(isFrame ? { frame: origin } : {}) }
      const kind = door.asksNode(method) ? 'node' : 'own'
      const about = { characters: method.length + wire.length, kind } as const
      const isTaken = lines.take(place, about, async (rest) => {
        post(port, { id, text: await door.handle(request, rest) })
      })
      if (!isTaken) post(port, { id, text: tooMuch })
    })
  })

  /** Sends its state to every page with an open Port, and asks the others that use the wallet to open one. */
  const tell = async () => {
    for (const [port, origin] of connected) void tellOne(port, origin)
    for (const { id } of await browser.tabs.query({}))
      if (id !== undefined) void browser.tabs.sendMessage(id, null).catch(() => undefined)
  }

  /** Lists the sites with an open Port in a tab, once those of its pages that use the wallet were asked to open one. */
  const inTab = async (tab: number) => {
    await browser.tabs.sendMessage(tab, null).catch(() => undefined)
    return [...connected].flatMap(([{ sender }, origin]) =>
      sender?.tab?.id === tab ? [{ origin, isFrame: sender.frameId !== 0 }] : [],
    )
  }

  return { tell, inTab }
}
