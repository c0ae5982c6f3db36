import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createReadyKey } from '@/lib/keyring/readyKey'
import { createAnswers } from '@/lib/wallet/answers'
import { openWalletDoor } from '@/lib/wallet/port'
import type { WalletServices } from '@/lib/wallet/services'
import { rpcError } from '@/lib/rpc/errors'

/** A fake of the browser, which tests have none of: it hands out Ports. */
const browser = vi.hoisted(() => ({ connect: undefined as ((port: unknown) => void) | undefined }))

const page = 'chrome-extension://volley/popup.html'

vi.mock('wxt/browser', () => ({
  browser: {
    runtime: {
      id: 'volley',
      getURL: (path: string) => `chrome-extension://volley${path}`,
      onConnect: {
        addListener: (listener: (port: unknown) => void) => (browser.connect = listener),
      },
    },
  },
}))

const session = { hasVault: true, isUnlocked: false, isDiskRefusing: false }
const lock = vi.fn(() => Promise.resolve())
const stopped = vi.fn()
const watches: { params: unknown; tell: (told: unknown) => void }[] = []
const watch = (params: unknown, tell: (told: unknown) => void) => {
  watches.push({ params, tell })
  return stopped
}
const prepareKey = vi.fn()
const leave = vi.fn()
const services = {
  keyring: { lock, prepareKey, readyKey: { ...createReadyKey(), leave } },
  quotes: { watch },
} as unknown as WalletServices
const answers = vi.fn(() => Promise.resolve(createAnswers(services)))
const { tell } = openWalletDoor(
  answers,
  { adoptApprovals: () => Promise.resolve() },
  () => Promise.resolve(session),
  Promise.resolve(),
)

const connect = (sender: object, name = 'wallet') => {
  const posted: unknown[] = []
  const port = {
    name,
    sender,
    disconnect: vi.fn(),
    hear: undefined as ((message: unknown) => void) | undefined,
    postMessage: (message: unknown) => posted.push(message),
    onMessage: { addListener: (listener: (message: unknown) => void) => (port.hear = listener) },
    leave: undefined as (() => void) | undefined,
    onDisconnect: { addListener: (listener: () => void) => (port.leave = listener) },
  }
  browser.connect?.(port)
  return { port, posted }
}

const own = { id: 'volley', url: `${page}?approval#x` }

const answerTo = async (verb: string, params: unknown = null) => {
  const { port, posted } = connect(own)
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  port.hear?.({ id: 7, verb, params })
  await vi.waitFor(() => expect(posted).toHaveLength(2))
  return posted[1]
}

afterEach(() => {
  vi.useRealTimers()
})
beforeEach(() => {
  lock.mockClear()
  stopped.mockClear()
  prepareKey.mockClear()
  leave.mockClear()
  watches.length = 0
})

test('our own page is told the session at once and whenever it changes', async () => {
  const { posted } = connect(own)
  await vi.waitFor(() => expect(posted).toEqual([{ session }]))
  tell()
  await vi.waitFor(() => expect(posted).toEqual([{ session }, { session }]))
})

test.each<[string, object]>([
  [
    'a content script, which has its page’s address',
    { id: 'volley', url: 'https://dapp.example/' },
  ],
  ['a page that has ours in its address', { id: 'volley', url: `https://dapp.example/?${page}` }],
  ['another page of the extension', { id: 'volley', url: 'chrome-extension://volley/other.html' }],
  ['a path below ours', { id: 'volley', url: `${page}/x` }],
  ['another extension', { id: 'another', url: page }],
  ['nobody', {}],
])('%s cannot reach the wallet', (_, sender) => {
  const { port } = connect(sender)
  expect(port.disconnect).toHaveBeenCalledOnce()
  expect(port.hear).toBeUndefined()
})

test('a site’s Port is left to its own door', () => {
  const { port } = connect(own, 'site')
  expect(port.hear).toBeUndefined()
  expect(port.disconnect).not.toHaveBeenCalled()
})

test('a verb is carried out and answered under its number', async () => {
  expect(await answerTo('lock')).toEqual({ id: 7, result: null })
  expect(lock).toHaveBeenCalledOnce()
})

describe('what fails is told by a code alone', () => {
  test.each(['constructor', '__proto__', 'toString', 'eth_accounts', ''])(
    'no verb: %j',
    async (verb) => {
      expect(await answerTo(verb)).toEqual({ id: 7, error: '-32603' })
    },
  )

  test('an error of ours', async () => {
    lock.mockRejectedValueOnce(rpcError('chainDisconnected', 'the node of Base did not answer'))
    expect(await answerTo('lock')).toEqual({ id: 7, error: '4901' })
  })

  test('an error of nobody’s', async () => {
    lock.mockRejectedValueOnce(new Error('https://node.example/SECRET'))
    expect(await answerTo('lock')).toEqual({ id: 7, error: '-32603' })
  })
})

describe('params that are no params of the verb are refused, and nothing runs', () => {
  test.each<[string, unknown]>([
    ['lock', {}],
    ['lock', 'now'],
    ['unlock', null],
    ['disconnect', { origin: null }],
    ['approve', { id: 7 }],
    ['erase', {}],
  ])('%s with %j', async (verb, params) => {
    expect(await answerTo(verb, params)).toEqual({ id: 7, error: '-32602' })
    expect(lock).not.toHaveBeenCalled()
  })

  test('those of a verb that were left out', async () => {
    const { port, posted } = connect(own)
    port.hear?.({ id: 7, verb: 'lock' })
    await vi.waitFor(() => expect(posted).toContainEqual({ id: 7, error: '-32602' }))
    expect(lock).not.toHaveBeenCalled()
  })

  test.each<[unknown]>([
    [null],
    ['lock'],
    [7],
    [[]],
    [{}],
    [{ verb: 'lock', params: null }],
    [{ id: '7', verb: 'lock', params: null }],
    [{ id: 7, verb: ['lock'], params: null }],
    [{ look: '1', params: { id: 'a' } }],
  ])('a message that is none: %j', async (message) => {
    const { port, posted } = connect(own)
    await vi.waitFor(() => expect(posted).toHaveLength(1))
    port.hear?.(message)
    port.hear?.({ id: 8, verb: 'lock', params: null })
    await vi.waitFor(() => expect(posted).toHaveLength(2))
    expect(posted[1]).toEqual({ id: 8, result: null })
    expect(lock).toHaveBeenCalledOnce()
    expect(watches).toEqual([])
  })
})

describe('what a page watches at', () => {
  const open = async () => {
    const { port, posted } = connect(own)
    await vi.waitFor(() => expect(posted).toHaveLength(1))
    posted.length = 0
    return { port, posted }
  }

  /** Sends a message and lets what it begins settle. */
  const hear = async ({ hear }: Awaited<ReturnType<typeof open>>['port'], message: unknown) => {
    hear?.(message)
    await new Promise((resolve) => setTimeout(resolve))
  }

  test('is pushed under the number of its watch, a failure by its code alone', async () => {
    const { port, posted } = await open()
    await hear(port, { look: 3, params: { id: 'a' } })
    const [{ params, tell: push } = { params: undefined, tell: () => undefined }] = watches
    expect(params).toEqual({ id: 'a' })
    push({ quote: {}, outcome: '0x1' })
    push('same')
    push({ error: rpcError('chainDisconnected') })
    push({ error: new Error('https://node.example/SECRET') })
    expect(posted).toEqual([
      { look: 3, quote: {}, outcome: '0x1' },
      { look: 3, isSame: true },
      { look: 3, error: '4901' },
      { look: 3, error: '-32603' },
    ])
  })

  test('is one thing at a time, and nothing once it says so or is gone', async () => {
    const { port } = await open()
    await hear(port, { look: 1, params: { id: 'a' } })
    expect(stopped).not.toHaveBeenCalled()
    await hear(port, { look: 2, params: { id: 'b' } })
    expect(stopped).toHaveBeenCalledTimes(1)
    await hear(port, { look: 2, params: null })
    expect(stopped).toHaveBeenCalledTimes(2)
    port.leave?.()
    expect(stopped).toHaveBeenCalledTimes(2)
    await hear(port, { look: 3, params: { id: 'a' } })
    port.leave?.()
    expect(stopped).toHaveBeenCalledTimes(3)
    expect(watches).toHaveLength(3)
  })

  test('has its account’s key made ready, and dropped when the page closes, though it watches no more', async () => {
    const { port } = await open()
    await hear(port, { look: 1, params: { id: 'a' } })
    expect(prepareKey).toHaveBeenCalledExactlyOnceWith('a', expect.any(Function))
    await hear(port, { look: 1, params: null })
    expect(leave).not.toHaveBeenCalled()
    port.leave?.()
    expect(leave).toHaveBeenCalledOnce()
  })

  test('has no key where it watches none, and a page that never did drops none', async () => {
    const { port } = await open()
    port.leave?.()
    expect(leave).not.toHaveBeenCalled()
    const { port: other } = await open()
    await hear(other, { look: 1, params: null })
    expect(prepareKey).not.toHaveBeenCalled()
  })

  test.each<[unknown]>([
    [undefined],
    ['a'],
    [{}],
    [{ id: 1 }],
    [{ id: 'a', mode: 'fast' }],
    [{ id: 'a', edits: [{ index: 0, amount: '1' }] }],
  ])('is nothing where the params are none: %j', async (params) => {
    const { port, posted } = await open()
    await hear(port, { look: 1, params: { id: 'a' } })
    await hear(port, { look: 2, params })
    expect(posted).toEqual([{ look: 2, error: '-32602' }])
    expect(watches).toHaveLength(1)
    expect(stopped).toHaveBeenCalledOnce()
  })

  test('is not begun where the page is gone before what answers it is loaded', async () => {
    const { port, posted } = await open()
    let loaded: () => void = () => undefined
    answers.mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => (loaded = resolve))
      return createAnswers(services)
    })
    await hear(port, { look: 1, params: { id: 'a' } })
    port.leave?.()
    loaded()
    await hear(port, { look: 2, params: null })
    expect(watches).toEqual([])
    expect(posted).toEqual([])
  })
})

describe('where what answers pages cannot be loaded', () => {
  test('each is told -32603, and the next question tries it again', async () => {
    const { port, posted } = connect(own)
    await vi.waitFor(() => expect(posted).toHaveLength(1))
    posted.length = 0
    const failing = () => Promise.reject(new Error('background/wallet.js is not there'))
    answers.mockImplementationOnce(failing).mockImplementationOnce(failing)
    port.hear?.({ id: 1, verb: 'lock', params: null })
    port.hear?.({ look: 2, params: { id: 'a' } })
    await vi.waitFor(() => expect(posted).toHaveLength(2))
    expect(posted).toEqual(
      expect.arrayContaining([
        { id: 1, error: '-32603' },
        { look: 2, error: '-32603' },
      ]),
    )
    port.hear?.({ id: 3, verb: 'lock', params: null })
    await vi.waitFor(() => expect(posted).toContainEqual({ id: 3, result: null }))
  })

  test('a page that watches is told, and its watch begins once it can be, though it asked once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    const { port, posted } = connect(own)
    await vi.advanceTimersByTimeAsync(0)
    posted.length = 0
    const failing = () => Promise.reject(new Error('background/wallet.js is not there'))
    answers.mockImplementationOnce(failing).mockImplementationOnce(failing)
    port.hear?.({ look: 2, params: { id: 'a' } })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(posted).toEqual([{ look: 2, error: '-32603' }])
    await vi.advanceTimersByTimeAsync(2)
    expect(posted).toHaveLength(2)
    expect(watches).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(watches).toMatchObject([{ params: { id: 'a' } }])
    watches[0]?.tell('same')
    expect(posted.at(-1)).toEqual({ look: 2, isSame: true })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(watches).toHaveLength(1)
    port.leave?.()
    expect(stopped).toHaveBeenCalledOnce()
  })

  test('nothing is tried for a page that has looked away, nor told to it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    const { port, posted } = connect(own)
    await vi.advanceTimersByTimeAsync(0)
    posted.length = 0
    answers.mockClear()
    answers.mockImplementationOnce(() =>
      Promise.reject(new Error('background/wallet.js is not there')),
    )
    port.hear?.({ look: 2, params: { id: 'a' } })
    await vi.advanceTimersByTimeAsync(0)
    port.leave?.()
    await vi.advanceTimersByTimeAsync(10_000)
    // One more was due when the page left.
    expect(answers).toHaveBeenCalledTimes(2)
    expect(posted).toEqual([{ look: 2, error: '-32603' }])
    expect(watches).toEqual([])
  })
})
