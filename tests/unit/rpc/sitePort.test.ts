import { beforeEach, expect, test, vi } from 'vitest'
import { fake as browser } from './fakeBrowser'
import { connect, door, inTab, request, reset, sender, subscriptions, tell } from './siteDoor'

vi.mock('wxt/browser', async () => ({ browser: (await import('./fakeBrowser')).browser }))

beforeEach(reset)

test.each([
  [true, { isQuiet: true }],
  [false, {}],
  [undefined, {}],
  ['true', {}],
])('that the user has not acted is taken only as a plain true: %j', (isQuiet, kept) => {
  connect().port.hear?.({ ...request, isQuiet })
  expect(Object.keys(door.handle.mock.calls[0]?.[0] ?? {})).toEqual([
    'id',
    'origin',
    'documentId',
    'method',
    'wire',
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
  null,
  undefined,
  5,
  'text',
  [],
  {},
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

test('a page that leaves is told of, and an answer to it is dropped', async () => {
  const { port, posted } = connect()
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  port.hear?.(request)
  port.isClosed = true
  port.end?.()
  expect(door.left).toHaveBeenCalledExactlyOnceWith('d')
  const later = connect({ documentId: 'e' })
  later.port.hear?.(request)
  await vi.waitFor(() => expect(later.posted).toHaveLength(2))
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

test('an acknowledged answer is told on with the origin that the browser names', () => {
  const { port } = connect()
  port.hear?.({ acknowledged: request.id, origin: 'https://evil.example' })
  expect(door.acknowledged).toHaveBeenCalledExactlyOnceWith(request.id, sender.origin)
  expect(subscriptions.hear).not.toHaveBeenCalled()
})

test('a tab has the sites of its open Ports, frames as frames, and no other’s', async () => {
  const [page] = [
    connect({ tab: { id: 7 } }),
    connect({ tab: { id: 8 }, origin: 'https://other.example' }),
    connect({ tab: { id: 7 }, frameId: 3, origin: 'https://frame.example' }),
    connect({ tab: { id: 7 }, origin: 'null' }),
    connect(),
  ]
  expect(await inTab(7)).toEqual([
    { origin: 'https://dapp.example', isFrame: false },
    { origin: 'https://frame.example', isFrame: true },
  ])
  // Pages whose Port ended with the worker are asked for another.
  expect(browser.told).toEqual([7])
  page.port.end?.()
  expect(await inTab(7)).toEqual([{ origin: 'https://frame.example', isFrame: true }])
  expect(await inTab(9)).toEqual([])
})
