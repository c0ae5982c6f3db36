import { defineContentScript } from 'wxt/utils/define-content-script'
import { announce } from '../lib/page/announce'
import { addLegacy } from '../lib/page/legacy'
import { addSend } from '../lib/page/send'
import { createProvider, type PageAnswer, type PageRequest } from '../lib/page/provider'

/** Name of the event with which the relay hands over its MessagePort, before any script of the page runs. */
const handOver = 'volley:port'

export default defineContentScript({
  matches: ['https://*/*', 'http://*.localhost/*', 'http://127.0.0.1/*', 'http://[::1]/*'],
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  world: 'MAIN',
  main() {
    // Captured now: a page may replace the getter later and would then read answers meant for another script.
    const { get: read } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data') as {
      get: (this: MessageEvent) => PageAnswer
    }
    const { apply } = Reflect
    let post: ((request: PageRequest) => void) | undefined
    const { provider, receive, view, forget } = createProvider((request) => post?.(request))
    addLegacy(provider, view, forget)
    addSend(provider, view)
    window.addEventListener(
      handOver,
      (event) => {
        event.stopImmediatePropagation()
        const [port] = (event as MessageEvent).ports
        if (!port) return
        post = port.postMessage.bind(port)
        port.onmessage = (message) => receive(apply(read, message, []))
      },
      { once: true, capture: true },
    )
    announce(provider)
  },
})
