import { browser } from 'wxt/browser'
import type { RelayAnswer, RelayRequest } from '../relay'
import { rpcError, toWire } from './errors'
import type { SiteRequest } from './server'

type Port = Parameters<Parameters<typeof browser.runtime.onConnect.addListener>[0]>[0]

const isLoopback = (origin: string) => /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin)

/** The site behind a Port, from what the browser itself says of the sender; undefined: not to be served. */
const senderOf = ({ sender }: Port): { origin: string; documentId: string } | undefined => {
  const { id, origin, frameId, tab } = sender ?? {}
  // Older Firefox names no document: its tab then stands for it.
  const documentId = sender?.documentId ?? (tab?.id === undefined ? undefined : `tab ${tab.id}`)
  // An opaque origin is the string "null"; sender.url would name the page it was framed from.
  const isSite = origin !== undefined && (/^https:\/\/[^/]+$/.test(origin) || isLoopback(origin))
  return id === browser.runtime.id && isSite && documentId && frameId === 0
    ? { origin, documentId }
    : undefined
}

const isRequest = (message: unknown): message is RelayRequest => {
  const { id, method, wire } = (message ?? {}) as Partial<RelayRequest>
  return (
    typeof id === 'string' &&
    /^[0-9a-f]{32}$/.test(id) &&
    typeof method === 'string' &&
    typeof wire === 'string'
  )
}

const refusal = JSON.stringify({
  error: toWire(rpcError('unauthorized', 'this page has no origin')),
})

/** A page that is not served is told so: one whose Port just closed would ask for ever. */
const refuse = (port: Port) =>
  port.onMessage.addListener((message: unknown) => {
    if (isRequest(message)) post(port, { id: message.id, text: refusal })
  })

const post = (port: Port, answer: RelayAnswer) => {
  try {
    port.postMessage(answer)
  } catch {
    // The Port is lost: the relay asks again under the same id and finds the answer.
  }
}

/** Where websites come in. `state` is the JSON text a site is told of itself, `left` that its page has gone. */
export const openSiteDoor = (door: {
  handle: (request: SiteRequest) => Promise<string>
  state: (origin: string) => Promise<string>
  left: (documentId: string) => void
}): { tell: () => Promise<void> } => {
  const connected = new Map<Port, string>()

  const tellOne = async (port: Port, origin: string) =>
    post(port, { state: await door.state(origin) })

  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== 'site') return
    const sender = senderOf(port)
    if (!sender) return refuse(port)
    connected.set(port, sender.origin)
    void tellOne(port, sender.origin)
    port.onDisconnect.addListener(() => {
      connected.delete(port)
      door.left(sender.documentId)
    })
    port.onMessage.addListener((message: unknown) => {
      if (!isRequest(message)) return
      const { id, method, wire } = message
      void door.handle({ ...sender, id, method, wire }).then((text) => post(port, { id, text }))
    })
  })

  /** Tells every page that uses the wallet its state; one whose Port is closed is asked to open it. */
  const tell = async () => {
    for (const [port, origin] of connected) void tellOne(port, origin)
    for (const { id } of await browser.tabs.query({}))
      if (id !== undefined) void browser.tabs.sendMessage(id, null).catch(() => undefined)
  }

  return { tell }
}
