import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { askNode, lacksPending, request } from '@/lib/network/node'
import { isSilence, toError, toWire } from '@/lib/rpc/errors'

type Init = Parameters<typeof fetch>[1] & { body: string }

/** A fake of `fetch`; `answer` gets the id of the request, as a node would. */
const node = (answer: (id: number) => Response | Promise<Response>) => {
  const fetched = vi.fn((_url: string, init: Init) =>
    Promise.resolve(answer((JSON.parse(init.body) as { id: number }).id)),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })
const text = (body: string, status = 200) => new Response(body, { status })

const failure = async (chainId = 8453) =>
  toWire(await askNode(chainId, 'eth_call', '[]').catch((error: unknown) => error))

afterEach(() => vi.unstubAllGlobals())

describe('a request', () => {
  test('is JSON-RPC 2.0 by POST to the network’s own address, and tells nothing else', async () => {
    const fetched = node((id) => json({ jsonrpc: '2.0', id, result: '0x1' }))
    expect(await askNode(8453, 'eth_call', '[{"b":1, "a":1.0},"pending"]')).toBe('0x1')
    const [url, init] = fetched.mock.calls[0] ?? []
    expect(url).toBe('https://mainnet.base.org')
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
    })
    expect(init?.body).toMatch(
      /^\{"jsonrpc":"2\.0","id":\d+,"method":"eth_call","params":\[\{"b":1, "a":1\.0\},"pending"\]\}$/,
    )
  })

  test('has an id of its own each time', async () => {
    const ids: number[] = []
    node((id) => {
      ids.push(id)
      return json({ jsonrpc: '2.0', id, result: null })
    })
    await Promise.all([request(8453, 'a', []), request(8453, 'b', []), request(84532, 'c', [])])
    expect(new Set(ids).size).toBe(3)
  })

  test('goes to each network’s own node', async () => {
    const fetched = node((id) => json({ id, result: null }))
    for (const chainId of [31337, 8453, 84532]) await request(chainId, 'eth_chainId', [])
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      'http://127.0.0.1:8545',
      'https://mainnet.base.org',
      'https://sepolia.base.org',
    ])
  })

  test('for a network the wallet does not have is sent to nobody', async () => {
    const fetched = node((id) => json({ id, result: null }))
    expect(await failure(2)).toMatchObject({ code: 5710 })
    expect(fetched).not.toHaveBeenCalled()
  })

  test('is given up after 25 s, before the browser gives up on it', async () => {
    const deadline = vi.spyOn(AbortSignal, 'timeout')
    const fetched = node((id) => json({ id, result: null }))
    await request(8453, 'eth_chainId', [])
    expect(deadline).toHaveBeenCalledExactlyOnceWith(25_000)
    expect(fetched.mock.calls[0]?.[1].signal).toBe(deadline.mock.results[0]?.value)
    deadline.mockRestore()
  })
})

test.each([[null], [false], [0], [''], [[]], [{ a: { b: null } }]])(
  'a result of %j is handed back as it is',
  async (result) => {
    node((id) => json({ jsonrpc: '2.0', id, result, extra: 1 }))
    expect(await askNode(8453, 'eth_call', '[]')).toEqual(result)
  },
)

describe('null or nonsense where a value belongs is an error with a code', () => {
  const methods = [
    'eth_getBalance',
    'eth_getCode',
    'eth_getTransactionCount',
    'eth_gasPrice',
    'eth_maxPriorityFeePerGas',
    'eth_estimateGas',
    'eth_call',
  ]
  test.each(methods)('%s', async (method) => {
    for (const result of [null, 5, '', 'no', '0xg', [], {}]) {
      node((id) => json({ jsonrpc: '2.0', id, result }))
      const error = toWire(await request(8453, method, []).catch((failure: unknown) => failure))
      expect(error).toEqual({
        code: -32603,
        message: `Internal error: the node gave no value for ${method}`,
      })
    }
  })

  test('a number may not be empty, data may', async () => {
    node((id) => json({ jsonrpc: '2.0', id, result: '0x' }))
    expect(await request(8453, 'eth_call', [])).toBe('0x')
    await expect(request(8453, 'eth_getBalance', [])).rejects.toMatchObject({ code: -32603 })
  })
})

describe('a node without the pending block', () => {
  // Long ago, and each test an hour later: what one of them learns is forgotten by all others.
  let hours = 0
  beforeEach(() => vi.spyOn(Date, 'now').mockReturnValue(++hours * 60 * 60_000))
  afterEach(() => vi.restoreAllMocks())

  const refusing = (refusal: object) => {
    const tags: unknown[] = []
    vi.stubGlobal('fetch', (_: string, { body }: Init) => {
      const { id, params } = JSON.parse(body) as { id: number; params: unknown[] }
      tags.push(params.at(-1))
      const isRefused = params.includes('pending')
      return Promise.resolve(json(isRefused ? { id, error: refusal } : { id, result: '0x5' }))
    })
    return tags
  }
  const refusal = { code: -32602, message: '"pending" is not yet supported' }
  const count = (chainId: number) => request(chainId, 'eth_getTransactionCount', ['0x0', 'pending'])

  test('is asked for the latest one, and that is known', async () => {
    const tags = refusing(refusal)
    expect(lacksPending(84532)).toBe(false)
    expect(await count(84532)).toBe('0x5')
    expect(await count(84532)).toBe('0x5')
    expect(tags).toEqual(['pending', 'latest', 'latest'])
    expect(lacksPending(84532)).toBe(true)
    expect(lacksPending(8453)).toBe(false)
  })

  test('is still asked by another method, as it may count what waits all the same', async () => {
    const tags = refusing(refusal)
    await request(84532, 'eth_getBalance', ['0x0', 'pending'])
    await count(84532)
    expect(tags).toEqual(['pending', 'latest', 'pending', 'latest'])
  })

  test('is asked again after 10 minutes', async () => {
    refusing(refusal)
    await count(84532)
    vi.mocked(Date.now).mockReturnValue(Date.now() + 10 * 60_000)
    expect(lacksPending(84532)).toBe(false)
  })

  describe('for a moment, as geth says it', () => {
    const passing = { code: -32000, message: 'pending state is not available' }
    const later = (ms: number) => vi.mocked(Date.now).mockReturnValue(Date.now() + ms)

    /** Asks twice while the node refuses, and returns the tags that it was asked for. */
    const askedTwice = async () => {
      const tags = refusing(passing)
      await count(84532)
      expect(lacksPending(84532)).toBe(true)
      await count(84532)
      return tags
    }

    test('is said, and asked for it again the next time', async () => {
      expect(await askedTwice()).toEqual(['pending', 'latest', 'pending', 'latest'])
    })

    test('has it again with the first answer', async () => {
      refusing(passing)
      await count(84532)
      later(6_000)
      node((id) => json({ id, result: '0x5' }))
      await count(84532)
      expect(lacksPending(84532)).toBe(false)
      expect(await askedTwice()).toEqual(['pending', 'latest', 'pending', 'latest'])
    })

    test('is not said to lack it for minutes, also if nobody asks again', async () => {
      refusing(passing)
      await count(84532)
      later(30_000)
      expect(lacksPending(84532)).toBe(false)
    })

    test('lacks it once it says so again some seconds later', async () => {
      const tags = refusing(passing)
      await count(84532)
      later(5_000)
      await count(84532)
      later(9 * 60_000)
      await count(84532)
      expect(tags).toEqual(['pending', 'latest', 'pending', 'latest', 'latest'])
      expect(lacksPending(84532)).toBe(true)
    })
  })

  test('of a site is not asked for anything else than the site asked', async () => {
    refusing(refusal)
    const asked = askNode(8453, 'eth_getBalance', '["0x0","pending"]')
    await expect(asked).rejects.toMatchObject(refusal)
  })

  test('is not what a contract says it is', async () => {
    const tags = refusing({ code: 3, message: 'execution reverted: pending is not supported' })
    await expect(count(8453)).rejects.toMatchObject({ code: 3 })
    expect(tags).toEqual(['pending'])
    expect(lacksPending(8453)).toBe(false)
  })
})

describe('the node’s own error is handed back as it is', () => {
  test.each([
    [200, { code: -32000, message: 'execution reverted', data: '0x08c379a0' }],
    [200, { code: 3, message: 'execution reverted: x', data: '0x' }],
    [400, { code: -32602, message: 'invalid argument 0' }],
    [500, { code: -32603, message: 'internal' }],
    [503, { code: -32000, message: 'header not found' }],
  ])('HTTP %i: %j', async (status, error) => {
    node((id) => json({ jsonrpc: '2.0', id, error }, status))
    expect(await failure()).toEqual(error)
  })

  test('to the wallet itself with all its data', async () => {
    const error = { code: -32000, message: 'at https://x.y', data: { nested: ['x', null] } }
    node((id) => json({ jsonrpc: '2.0', id, error }))
    await expect(askNode(8453, 'eth_call', '[]')).rejects.toMatchObject(error)
    expect(await failure()).toEqual({ code: -32000, message: 'at …' })
  })

  test('with result null beside it, as some nodes write', async () => {
    node((id) => json({ id, result: null, error: { code: -32000, message: 'no' } }))
    expect(await failure()).toEqual({ code: -32000, message: 'no' })
  })

  test('or as an error nonetheless where it has no code or no words', async () => {
    node((id) => json({ id, error: { code: 'x', message: '' } }))
    expect(await failure()).toEqual({ code: -32000, message: 'The node gave no reason' })
  })
})

describe('what is no answer', () => {
  test.each<[string, (id: number) => Response | Promise<Response>]>([
    ['a page of HTML', () => text('<html>502 Bad Gateway https://mainnet.base.org</html>', 502)],
    ['a page of HTML that says 200', () => text('<html></html>')],
    ['nothing', () => text('')],
    ['half of an answer', (id) => text(`{"jsonrpc":"2.0","id":${id},"resu`)],
    ['another id', (id) => json({ jsonrpc: '2.0', id: id + 1, result: '0x1' })],
    ['the id as a text', (id) => json({ jsonrpc: '2.0', id: String(id), result: '0x1' })],
    ['no id', () => json({ jsonrpc: '2.0', result: '0x1' })],
    ['null', () => json(null)],
    ['a number', () => json(5)],
    ['an array', (id) => json([{ id, result: '0x1' }])],
    ['neither result nor error', (id) => json({ jsonrpc: '2.0', id })],
    ['an error of null and no result', (id) => json({ jsonrpc: '2.0', id, error: null })],
    ['silence', () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
    ['a refused connection', () => Promise.reject(new TypeError('https://mainnet.base.org'))],
    [
      'a body that breaks off',
      () =>
        new Response(
          new ReadableStream({ start: (stream) => stream.error(new Error('mainnet.base.org')) }),
        ),
    ],
  ])('%s is told as 4901 with the network’s name and never its address', async (_, answer) => {
    node(answer)
    const error = await failure()
    expect(error.code).toBe(4901)
    expect(error.message).toMatch(/^The network does not answer: the node of Base /)
    expect(JSON.stringify(error)).not.toMatch(/https?:|base\.org|timed out/)
  })
})

describe('an answer is read up to 16 MiB', () => {
  const mebibyte = new Uint8Array(1024 * 1024).fill(0x31)

  /** An answer of so many mebibytes of result; `sent` counts those that were taken. */
  const long = (id: number, mebibytes: number) => {
    const seen = { sent: 0, isCancelled: false }
    const encode = (words: string) => new TextEncoder().encode(words)
    const body = new ReadableStream<Uint8Array>(
      {
        start: (stream) => stream.enqueue(encode(`{"id":${id},"result":"`)),
        pull(stream) {
          if (seen.sent++ < mebibytes) return stream.enqueue(mebibyte)
          stream.enqueue(encode('"}'))
          stream.close()
        },
        cancel: () => void (seen.isCancelled = true),
      },
      { highWaterMark: 0 },
    )
    return { seen, response: new Response(body) }
  }

  test('and whole below that, characters of several bytes too', async () => {
    node((id) => long(id, 15).response)
    expect(await request(8453, 'eth_getLogs', [])).toHaveLength(15 * 1024 * 1024)
    node((id) => json({ id, result: '€'.repeat(100_000) }))
    expect(await request(8453, 'eth_getLogs', [])).toBe('€'.repeat(100_000))
  })

  test('and no further: it is told as 4901, and the rest is let go', async () => {
    let seen = { sent: 0, isCancelled: false }
    node((id) => {
      const one = long(id, 1_000)
      seen = one.seen
      return one.response
    })
    expect(await failure()).toMatchObject({ code: 4901 })
    expect(seen.sent).toBeLessThan(20)
    expect(seen.isCancelled).toBe(true)
  })
})

test.each([
  { code: 429, message: 'Your app has exceeded its compute units per second capacity. SECRET' },
  { code: -32016, message: 'over rate limit' },
  { code: -32007, message: '20/second request limit reached' },
  { code: -32029, message: 'Rate limit exceeded' },
  { code: -32005, message: 'project ID request rate exceeded' },
])('a node that asks to slow down inside HTTP 200 is told as -32005: %j', async (error) => {
  node((id) => json({ jsonrpc: '2.0', id, error }))
  expect(await failure()).toEqual({
    code: -32005,
    message: 'Too many requests: the node of Base asks to slow down',
  })
})

test('Besu’s -32005 about a gas limit is handed back, and is an answer', async () => {
  const error = { code: -32005, message: 'Transaction gas limit exceeds block gas limit' }
  node((id) => json({ jsonrpc: '2.0', id, error }))
  expect(await failure()).toEqual(error)
  expect(isSilence(toError(error))).toBe(false)
})

test('a node that asks to slow down is told as -32005', async () => {
  node(() => text('Too Many Requests for key SECRET', 429))
  expect(await failure()).toEqual({
    code: -32005,
    message: 'Too many requests: the node of Base asks to slow down',
  })
})
