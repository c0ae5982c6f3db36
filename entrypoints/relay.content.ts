import { browser } from 'wxt/browser'
import { defineContentScript } from 'wxt/utils/define-content-script'
import type { PageRequest } from '../lib/provider'
import { createRelay } from '../lib/relay'

/** Fails once the extension was updated or removed under this page. */
const connect = () => {
  try {
    return browser.runtime.connect({ name: 'site' })
  } catch {
    return undefined
  }
}

export default defineContentScript({
  matches: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
  runAt: 'document_start',
  main() {
    const { port1, port2 } = new MessageChannel()
    const relay = createRelay(connect, (answer) => port1.postMessage(answer))
    port1.onmessage = ({ data }: MessageEvent<PageRequest>) => relay.request(data)
    browser.runtime.onMessage.addListener(() => relay.refresh())
    window.addEventListener('pageshow', ({ persisted }) => persisted && relay.refresh())
    window.dispatchEvent(new MessageEvent('volley:port', { ports: [port2] }))
  },
})
