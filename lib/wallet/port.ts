import { browser } from 'wxt/browser'
import { isRpcError } from '../rpc/errors'
import type { PageMessage, Seen, WalletMessage } from './client'
import type { SessionState, Verbs } from './contract'
import type { WalletServices } from './door'
import { verbs } from './index'
import type { Told } from './quotes'

type Port = Parameters<Parameters<typeof browser.runtime.onConnect.addListener>[0]>[0]

/** Our own page and nothing else: a content script's sender has its page's URL. */
const isOwnPage = ({ sender }: Port): boolean =>
  sender?.id === browser.runtime.id &&
  sender.url?.split(/[?#]/)[0] === browser.runtime.getURL('/popup.html')

/** What our page is told of a failure: a code it has a sentence for, never a library's text. */
const codeOf = (error: unknown): string => (isRpcError(error) ? String(error.code) : '-32603')

const seenOf = (told: Told): Seen => {
  if (told === 'same') return { isSame: true }
  return 'quote' in told ? told : { error: codeOf(told.error) }
}

const post = (port: Port, message: WalletMessage) => {
  try {
    port.postMessage(message)
  } catch {
    // The page has closed: nobody waits for this.
  }
}

/** Where the wallet's own pages come in; what they ask waits until the background has `started`. */
export const openWalletDoor = (
  services: WalletServices,
  session: () => Promise<SessionState>,
  started: Promise<unknown>,
): { tell: () => void; isOpen: () => boolean } => {
  const connected = new Set<Port>()
  const tellOne = async (port: Port) => post(port, { session: await session() })

  const run = async (verb: string, params: unknown): Promise<unknown> => {
    if (!Object.hasOwn(verbs, verb)) throw new Error('unknown verb')
    await started
    return verbs[verb as keyof Verbs](params as never, services)
  }

  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== 'wallet') return
    if (!isOwnPage(port)) return port.disconnect()
    connected.add(port)
    void tellOne(port)
    const { tab, url } = port.sender ?? {}
    if (url?.endsWith('?approval') && tab)
      void services.adoptApprovals(tab.windowId).catch(() => undefined)
    let stopLooking: (() => void) | undefined
    const look = (id: number, params: Verbs['quote']['takes'] | null) => {
      stopLooking?.()
      stopLooking = params
        ? services.quotes.look(params, (told) => post(port, { look: id, ...seenOf(told) }))
        : undefined
    }
    port.onDisconnect.addListener(() => {
      connected.delete(port)
      stopLooking?.()
    })
    port.onMessage.addListener((message: PageMessage) => {
      if ('look' in message) return look(message.look, message.params)
      const { id, verb, params } = message
      void run(verb, params).then(
        (result) => post(port, { id, result }),
        (error: unknown) => post(port, { id, error: codeOf(error) }),
      )
    })
  })

  return {
    tell: () => connected.forEach((port) => void tellOne(port)),
    isOpen: () => connected.size > 0,
  }
}
