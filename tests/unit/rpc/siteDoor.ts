import { expect, vi } from 'vitest'
import { openSiteDoor } from '@/lib/rpc/sitePort'
import type { RelayAnswer } from '@/lib/page/relay'
import type { SiteRequest } from '@/lib/rpc/siteRequest'
import { fake as browser } from './fakeBrowser'

/** Messages about subscriptions that the door received from a page. */
export const subscriptions = { hear: vi.fn(), closed: vi.fn() }
/** Fakes of the services behind the door. */
export const door = {
  handle: vi.fn((_request: SiteRequest, _rest: () => void) => Promise.resolve('{"result":1}')),
  asksNode: vi.fn((method: string) => method === 'eth_call'),
  state: vi.fn((origin: string) => Promise.resolve(`state of ${origin}`)),
  left: vi.fn(),
  acknowledged: vi.fn(),
  opened: vi.fn(() => subscriptions),
}
export const { tell, inTab } = openSiteDoor(door)

/** The site that connects unless told otherwise. */
export const sender = { id: 'volley', origin: 'https://dapp.example', documentId: 'd', frameId: 0 }

const opened: { end: (() => void) | undefined }[] = []

const rest = expect.any(Function) as () => void

/** A page’s Port, as the background sees it. */
export const connect = (change: object = {}, name = 'site') => {
  const posted: RelayAnswer[] = []
  const port = {
    name,
    sender: { ...sender, ...change },
    disconnect: vi.fn(),
    hear: undefined as ((message: unknown) => void) | undefined,
    end: undefined as (() => void) | undefined,
    isClosed: false,
    postMessage: (answer: RelayAnswer) => {
      if (port.isClosed) throw new Error('the port is closed')
      posted.push(answer)
    },
    onMessage: { addListener: (listener: (message: unknown) => void) => (port.hear = listener) },
    onDisconnect: { addListener: (listener: () => void) => (port.end = listener) },
  }
  browser.connect?.(port)
  opened.push(port)
  return { port, posted }
}

export const request = { id: '0123456789abcdef'.repeat(2), method: 'eth_accounts', wire: '[]' }

/** Disconnects every Port and forgets all messages. */
export const reset = () => {
  for (const { end } of opened.splice(0)) end?.()
  for (const one of [...Object.values(door), ...Object.values(subscriptions)]) one.mockClear()
  browser.told = []
}

/** The request that the door passes on; a test may change any part of it. */
export const expectHandled = (change: object = {}) => {
  const { origin, documentId } = sender
  const handled = { ...request, origin, documentId, ...change }
  expect(door.handle).toHaveBeenCalledExactlyOnceWith(handled, rest)
}
