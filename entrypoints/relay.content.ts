import type { browser } from 'wxt/browser'
import { defineContentScript } from 'wxt/utils/define-content-script'
import type { PageAnswer } from '../lib/page/provider'
import { createRelay, type RelayWorld } from '../lib/page/relay'
import { nodeMethods } from '../lib/site/nodeMethods'
import { createHeld } from '../lib/subscriptions/held'

/** Read when a page first asks: looking at it takes longer than all else that each page waits for. Both browsers have it. */
const runtime = () =>
  (globalThis as unknown as { chrome: { runtime: typeof browser.runtime } }).chrome.runtime

/** Read in the relay's own world, where nothing of the page's has been replaced. */
const look = (): RelayWorld => {
  const isQuiet = !navigator.userActivation.isActive
  if (window === window.top) return { isQuiet }
  // Firefox did not have it for long.
  const ancestors = location.ancestorOrigins as DOMStringList | undefined
  return { isQuiet, top: ancestors?.item(ancestors.length - 1) ?? '' }
}

export default defineContentScript({
  matches: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
  runAt: 'document_start',
  // A frame acts for itself, whatever it was made of; one without an origin is refused by the door.
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main() {
    const { port1, port2 } = new MessageChannel()
    const answer = (one: PageAnswer) => port1.postMessage(one)
    const isRead = (method: string) => nodeMethods.has(method)
    let isHearing = false
    /** Fails once the extension was updated or removed under this page. */
    const connect = () => {
      try {
        if (!isHearing) runtime().onMessage.addListener(() => relay.refresh())
        isHearing = true
        return runtime().connect({ name: 'site' })
      } catch {
        return undefined
      }
    }
    const relay = createRelay(connect, answer, look, createHeld(answer), isRead)
    // What a page asks while nobody sees it waits: its Port would never count as a top page's.
    const start = () => {
      port1.onmessage = ({ data }: MessageEvent<unknown>) => relay.request(data)
    }
    if ((document as { prerendering?: boolean }).prerendering)
      document.addEventListener('prerenderingchange', start, { once: true })
    else start()
    window.addEventListener('pageshow', ({ persisted }) => persisted && relay.reopen())
    window.dispatchEvent(new MessageEvent('volley:port', { ports: [port2] }))
  },
})
