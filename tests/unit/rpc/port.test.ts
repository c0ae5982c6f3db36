import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openSiteDoor } from '@/lib/rpc/port'
import type { RelayAnswer } from '@/lib/relay'
import type { SiteRequest } from '@/lib/rpc/server'
import { fake as browser } from './ports'

vi.mock('wxt/browser', async () => ({ browser: (await import('./ports')).browser }))

const subscriptions = { hear: vi.fn(), closed: vi.fn() }
const door = {
  handle: vi.fn((_request: SiteRequest, _rest: () => void) => Promise.resolve('{"result":1}')),
  state: vi.fn((origin: string) => Promise.resolve(`state of ${origin}`)),
  left: vi.fn(),
  opened: vi.fn(() => subscriptions),
}
const { tell } = openSiteDoor(door)

const sender = { id: 'volley', origin: 'https://dapp.example', documentId: 'd', frameId: 0 }

const opened: { end: (() => void) | undefined }[] = []

const rest = expect.any(Function) as () => void

/** A page’s Port, as the background sees it. */
const connect = (change: object = {}, name = 'site') => {
  const posted: RelayAnswer[] = []
  const port = {
    ...{ name, sender: { ...sender, ...change }, disconnect: vi.fn() },
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

const request = { id: '0123456789abcdef'.repeat(2), method: 'eth_accounts', wire: '[]' }

beforeEach(() => {
  for (const { end } of opened.splice(0)) end?.()
  for (const one of [...Object.values(door), ...Object.values(subscriptions)]) one.mockClear()
  browser.told = []
})

describe('who is served is what the browser says of the sender', () => {
  test.each<[string, object]>([
    ['a site', {}],
    ['a site on a port', { origin: 'https://dapp.example:8443' }],
    ['this machine', { origin: 'http://localhost:5173' }],
    ['this machine by number', { origin: 'http://127.0.0.1:8080' }],
  ])('%s is', (_, change) => {
    const { port } = connect(change)
    expect(port.disconnect).not.toHaveBeenCalled()
    port.hear?.(request)
    const origin = 'origin' in change ? change.origin : sender.origin
    expect(door.handle).toHaveBeenCalledExactlyOnceWith(
      { ...request, origin, documentId: 'd' },
      rest,
    )
  })

  test.each<[string, object]>([
    ['an opaque origin', { origin: 'null' }],
    ['no origin', { origin: undefined }],
    ['a site without encryption', { origin: 'http://dapp.example' }],
    ['one that only begins like this machine', { origin: 'http://localhost.example' }],
    ['another number of this machine', { origin: 'http://127.0.0.1.example:80' }],
    ['a file', { origin: 'file://' }],
    ['our own page', { origin: 'chrome-extension://volley' }],
    ['an origin with a path', { origin: 'https://dapp.example/https://other' }],
    ['a frame without an origin', { frameId: 7, origin: 'null' }],
    [
      'a frame of which only its tab is known',
      { frameId: 7, documentId: undefined, tab: { id: 1 } },
    ],
    ['no frame', { frameId: undefined }],
    ['another extension', { id: 'another' }],
    ['neither document nor tab', { documentId: undefined }],
    ['a tab without a number', { documentId: undefined, tab: {} }],
  ])('%s is not, and is told so without a word of any state', async (_, change) => {
    const { port, posted } = connect(change)
    port.hear?.(request)
    port.hear?.({ ...request, id: 'short' })
    port.hear?.({ ...request, id: 'f'.repeat(32) })
    await tell()
    // A page whose Port only closes would open another, for ever.
    expect(port.disconnect).not.toHaveBeenCalled()
    expect(posted.map((answer) => 'id' in answer && answer.id)).toEqual([
      ...[request.id, 'f'.repeat(32)],
    ])
    for (const answer of posted)
      expect(JSON.parse('text' in answer ? answer.text : '')).toEqual({
        error: {
          code: 4100,
          message: expect.stringMatching(/: this page has no origin$/) as unknown,
        },
      })
    expect(door.handle).not.toHaveBeenCalled()
    expect(door.state).not.toHaveBeenCalled()
    port.end?.()
    expect(door.left).not.toHaveBeenCalled()
  })

  test('a browser that names no document has its tab stand for it', () => {
    const { port } = connect({ documentId: undefined, tab: { id: 0 } })
    port.hear?.(request)
    const { origin } = sender
    expect(door.handle).toHaveBeenCalledExactlyOnceWith(
      { ...request, origin, documentId: 'tab 0' },
      rest,
    )
    port.end?.()
    expect(door.left).toHaveBeenCalledExactlyOnceWith('tab 0')
  })

  test('a Port of another name is left to its own door', () => {
    const { port } = connect({}, 'wallet')
    expect(port.disconnect).not.toHaveBeenCalled()
    expect(port.hear).toBeUndefined()
  })
})

test.each<[string, object, object, object]>([
  ['a page’s own', {}, { top: 'https://other.example' }, {}],
  [
    'a frame’s',
    { frameId: 7 },
    { top: 'https://other.example:8443' },
    { top: 'https://other.example:8443' },
  ],
  ['one the browser does not tell', { frameId: 7 }, {}, { top: '' }],
  ['one that is no origin', { frameId: 7 }, { top: 'https://other.example/<b>' }, { top: '' }],
  ['one that is too long', { frameId: 7 }, { top: `https://${'x'.repeat(256)}` }, { top: '' }],
  ['one that is no text', { frameId: 7 }, { top: ['https://other.example'] }, { top: '' }],
])('the origin on top is kept for a frame and for the eye alone: %s', (_, change, said, kept) => {
  connect(change).port.hear?.({ ...request, ...said })
  const { origin, documentId } = sender
  expect(door.handle).toHaveBeenCalledExactlyOnceWith(
    { ...request, origin, documentId, ...kept },
    rest,
  )
})

test.each([
  [true, { isQuiet: true }],
  [false, {}],
  [undefined, {}],
  ['true', {}],
])('that the user has not acted is taken only as a plain true: %j', (isQuiet, kept) => {
  connect().port.hear?.({ ...request, isQuiet })
  expect(Object.keys(door.handle.mock.calls[0]?.[0] ?? {})).toEqual([
    ...['id', 'origin', 'documentId', 'method', 'wire'],
    ...Object.keys(kept),
  ])
})

test('the state comes first on every Port, and an answer under its id', async () => {
  const { port, posted } = connect()
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  port.hear?.(request)
  await vi.waitFor(() => expect(posted).toHaveLength(2))
  expect(posted).toEqual([
    { state: 'state of https://dapp.example' },
    { id: request.id, text: '{"result":1}' },
  ])
})

test.each([
  ...[null, undefined, 5, 'text', [], {}],
  { ...request, id: 'short' },
  { ...request, id: request.id.toUpperCase() },
  { ...request, id: 5 },
  { ...request, method: 5 },
  { ...request, wire: ['[]'] },
])('a message that is no request is not looked at: %j', (message) => {
  connect().port.hear?.(message)
  expect(door.handle).not.toHaveBeenCalled()
})

test('what a page says it holds is left to its subscriptions, which end with its Port', () => {
  const { port } = connect()
  expect(door.opened).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ origin: sender.origin, documentId: 'd' }),
    expect.any(Function),
  )
  const held = { held: [] }
  port.hear?.(request)
  port.hear?.(held)
  expect(subscriptions.hear).toHaveBeenCalledExactlyOnceWith(held)
  expect(subscriptions.closed).not.toHaveBeenCalled()
  port.end?.()
  expect(subscriptions.closed).toHaveBeenCalledOnce()
})

test('what a message says of its origin or document is not looked at', () => {
  connect().port.hear?.({ ...request, origin: 'https://other.example', documentId: 'other' })
  const { origin, documentId } = sender
  expect(door.handle).toHaveBeenCalledExactlyOnceWith({ ...request, origin, documentId }, rest)
})

test('a page that leaves is told of, and an answer to it is dropped', async () => {
  const { port, posted } = connect()
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  port.hear?.(request)
  port.isClosed = true
  port.end?.()
  expect(door.left).toHaveBeenCalledExactlyOnceWith('d')
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(posted).toHaveLength(1)
})

test('a change is told on open Ports and to all tabs, whoever listens there', async () => {
  const { posted } = connect()
  const left = connect({ origin: 'https://left.example' })
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  left.port.end?.()
  door.state.mockClear()
  await tell()
  await vi.waitFor(() => expect(posted).toHaveLength(2))
  expect(door.state).not.toHaveBeenCalledWith('https://left.example')
  expect(browser.told).toEqual([1, 3])
})
