import type { PageAnswer } from '@/lib/page/provider'
import { createRelay, type RelayAnswer, type RelayPort } from '@/lib/page/relay'
import { nodeMethods } from '@/lib/site/nodeMethods'
import { createHeld } from '@/lib/subscriptions/held'
import type { WireError } from '@/lib/rpc/errors'
import { effect, within, type Life } from './effects.ts'
import type { Worker } from './worker.ts'

/** An answer to the dapp. */
export type Told = { result?: unknown; error?: WireError }

/** The origin of the dapp. */
export const origin = 'https://dapp.example'

type Listeners = { message: ((answer: RelayAnswer) => void)[]; gone: (() => void)[] }

/** Opens a page with the real relay, which outlives workers. */
export const openPage = () => {
  const told: Told[] = []
  const ports = new Set<Listeners>()
  let background: { life: Life; worker: Worker } | undefined

  const drop = (port: Listeners) => {
    if (ports.delete(port)) for (const gone of port.gone) gone()
  }

  const post = (port: Listeners, answer: RelayAnswer) => {
    if (ports.has(port)) for (const listener of port.message) listener(answer)
  }

  const connect = (): RelayPort => {
    const port: Listeners = { message: [], gone: [] }
    ports.add(port)
    queueMicrotask(() => post(port, { state: '{}' }))
    return {
      onMessage: { addListener: (listener) => void port.message.push(listener) },
      onDisconnect: { addListener: (listener) => void port.gone.push(listener) },
      disconnect: () => drop(port),
      postMessage: (message) => {
        if (!background || !('id' in message)) return
        const { id, method, wire } = message
        const { life, worker } = background
        const asked = { id, method, wire, origin, documentId: 'document' }
        const answer = async () => {
          const text = await worker.handle(asked)
          const deliver = () => Promise.resolve(post(port, { id, text }))
          await effect(life, { kind: 'answer', name: method }, deliver).catch(() => drop(port))
        }
        void within(life, answer)
      },
    }
  }

  const tell = ([number, text]: PageAnswer) => {
    if (number > 0) told.push(JSON.parse(text) as Told)
  }
  const isRead = (method: string) => nodeMethods.has(method)
  const relay = createRelay(connect, tell, () => ({ isQuiet: false }), createHeld(tell), isRead)

  return {
    told,
    request: (method: string, params: unknown) =>
      relay.request([1, method, JSON.stringify(params)]),
    /** Connects the page to a new worker; Ports to the previous worker disconnect. */
    meet: (life: Life, worker: Worker) => {
      background = { life, worker }
      for (const port of ports) drop(port)
    },
  }
}
