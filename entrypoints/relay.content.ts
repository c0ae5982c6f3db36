import { browser } from 'wxt/browser'
import { defineContentScript } from 'wxt/utils/define-content-script'
import { createRelay, type Surroundings } from '../lib/relay'

/** Fails once the extension was updated or removed under this page. */
const connect = () => {
  try {
    return browser.runtime.connect({ name: 'site' })
  } catch {
    return undefined
  }
}

/** Read in the relay's own world, where nothing of the page's has been replaced. */
const look = (): Surroundings => {
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
    const relay = createRelay(connect, (answer) => port1.postMessage(answer), look)
    port1.onmessage = ({ data }: MessageEvent<unknown>) => relay.request(data)
    browser.runtime.onMessage.addListener(() => relay.refresh())
    window.addEventListener('pageshow', ({ persisted }) => persisted && relay.refresh())
    window.dispatchEvent(new MessageEvent('volley:port', { ports: [port2] }))
  },
})
