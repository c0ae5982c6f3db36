import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, door, expectHandled, request, reset, tell } from './siteDoor'

vi.mock('wxt/browser', async () => ({ browser: (await import('./fakeBrowser')).browser }))

beforeEach(reset)

describe('who is served is what the browser says of the sender', () => {
  test.each<[string, object]>([
    ['a site', {}],
    ['a site on a port', { origin: 'https://dapp.example:8443' }],
    ['this machine', { origin: 'http://localhost:5173' }],
    ['this machine by number', { origin: 'http://127.0.0.1:8080' }],
    ['this machine by its number in IPv6', { origin: 'http://[::1]:5173' }],
    ['a name of this machine', { origin: 'http://app.localhost:3000' }],
    ['a longer name of this machine', { origin: 'http://one.my-app.localhost' }],
  ])('%s is', (_, change) => {
    const { port } = connect(change)
    expect(port.disconnect).not.toHaveBeenCalled()
    port.hear?.(request)
    expectHandled(change)
  })

  test.each<[string, object]>([
    ['an opaque origin', { origin: 'null' }],
    ['no origin', { origin: undefined }],
    ['a site without encryption', { origin: 'http://dapp.example' }],
    ['one that only begins like this machine', { origin: 'http://localhost.example' }],
    ['one that only ends like this machine', { origin: 'http://notlocalhost' }],
    ['one that has this machine in its name', { origin: 'http://app.localhost.example' }],
    ['one that has this machine as its user', { origin: 'http://app.localhost@dapp.example' }],
    ['one that only begins like its number', { origin: 'http://127.0.0.1.example:80' }],
    ['another number of IPv6', { origin: 'http://[::2]' }],
    ['this machine without a scheme of the web', { origin: 'ftp://localhost' }],
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
      request.id,
      'f'.repeat(32),
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
    expectHandled({ documentId: 'tab 0', tab: 0 })
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
  expectHandled(kept)
})

test('what a message says of its origin or document is not looked at', () => {
  connect().port.hear?.({ ...request, origin: 'https://other.example', documentId: 'other' })
  expectHandled()
})
