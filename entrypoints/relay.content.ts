import type { browser } from 'wxt/browser'
import { defineContentScript } from 'wxt/utils/define-content-script'
import type { PageAnswer } from '../lib/page/provider'
import { createRelay, type RelayWorld } from '../lib/page/relay'
import { nodeMethods } from '../lib/site/nodeMethods'
import { createHeld } from '../lib/subscriptions/held'

/**
 * Returns the extension's runtime. Read on the first request only: access costs more time than all else that
 * a page load waits for. Chrome and Firefox both name it `chrome`.
 */
const runtime = () =>
  (globalThis as unknown as { chrome: { runtime: typeof browser.runtime } }).chrome.runtime

/**
 * Reads facts about the page in the relay's isolated world, where the page cannot have replaced the getters.
 */
const look = (): RelayWorld => {
  const isQuiet = !navigator.userActivation.isActive
  if (window === window.top) return { isQuiet }
  // Older versions of Firefox do not have `ancestorOrigins`.
  const ancestors = location.ancestorOrigins as DOMStringList | undefined
  return { isQuiet, top: ancestors?.item(ancestors.length - 1) ?? '' }
}

/** Runs once the browser shows a page that it rendered ahead. What the page dispatches itself does not count. */
const onceShown = (run: () => void): void => {
  const hear = ({ isTrusted }: Event) => {
    if (!isTrusted) return
    window.removeEventListener('prerenderingchange', hear, true)
    run()
  }
  window.addEventListener('prerenderingchange', hear, true)
}

export default defineContentScript({
  matches: ['https://*/*', 'http://*.localhost/*', 'http://127.0.0.1/*', 'http://[::1]/*'],
  runAt: 'document_start',
  // Frames of any origin get a provider of their own; the background refuses one with an opaque origin.
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main() {
    const { port1, port2 } = new MessageChannel()
    const answer = (one: PageAnswer) => port1.postMessage(one)
    const isRead = (method: string) => nodeMethods.has(method)
    let isHearing = false
    /** Opens a Port; undefined if the extension was updated or removed since this page was loaded. */
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
    // Requests of a prerendered page wait until it is shown: a Port opened before would never count as one of
    // the top frame. Looked at with each, not before the first: a page load would wait for the isolated world's `document`.
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if ((document as { prerendering?: boolean }).prerendering)
        onceShown(() => relay.request(data))
      else relay.request(data)
    }
    window.addEventListener('pageshow', ({ persisted }) => persisted && relay.reopen())
    window.dispatchEvent(new MessageEvent('volley:port', { ports: [port2] }))
  },
})
