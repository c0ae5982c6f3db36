import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { askForSite, askNode, request } from '@/lib/network/node'
import { loadNetworks } from '@/lib/network/urls'
import { toWire } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'

const [a, b, c] = [
  'https://a.example/KEY',
  'https://b.example/KEY',
  'https://c.example/KEY',
] as const

type Way = 'well' | 'silent' | 'busy' | 'html' | 'error' | 'other chain'

/** Nodes by URL, a fake of `fetch`: each answers with its own name, or fails in its way. */
const nodes = (ways: Partial<Record<string, Way>>) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const way = ways[url] ?? 'silent'
    asked.push(`${new URL(url).hostname[0] ?? ''} ${method}`)
    const json = (value: object) => Promise.resolve(new Response(JSON.stringify({ id, ...value })))
    if (way === 'silent') return Promise.reject(new TypeError(url))
    if (way === 'busy') return Promise.resolve(new Response('slow down', { status: 429 }))
    if (way === 'html') return Promise.resolve(new Response('<html>'))
    if (method === 'eth_chainId') return json({ result: way === 'other chain' ? '0x1' : served })
    if (way === 'error') return json({ error: { code: 3, message: 'reverted', data: '0x' } })
    return json({ result: url })
  })
  return { asked, ways }
}

// The wallet remembers which RPC answered for a network, so each test has its own chain.
let chainId = 5_000
let served = '0x'

const setUrls = async (...urls: string[]) => {
  const custom = { name: 'Own', symbol: 'OWN', decimals: 18, opStack: false, genesis: null }
  await journal.networks.put({ chainId, urls, custom })
  await loadNetworks()
}

const block = () => request(chainId, 'eth_blockNumber', [])

beforeEach(async () => {
  await emptyDatabase()
  served = `0x${(++chainId).toString(16)}`
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => vi.useRealTimers())

describe('where a network has several RPCs', () => {
  test('the first is asked, as long as it answers', async () => {
    await setUrls(a, b)
    const { asked } = nodes({ [a]: 'well', [b]: 'well' })
    expect(await block()).toBe(a)
    expect(await block()).toBe(a)
    expect(asked).toEqual(['a eth_blockNumber', 'a eth_blockNumber'])
  })

  test.each<Way>(['silent', 'busy', 'html'])('%s, the next one is asked', async (way) => {
    await setUrls(a, b)
    nodes({ [a]: way, [b]: 'well' })
    expect(await block()).toBe(b)
  })

  test('the node’s own error is an answer', async () => {
    await setUrls(a, b)
    const { asked } = nodes({ [a]: 'error', [b]: 'well' })
    await expect(block()).rejects.toMatchObject({ code: 3, message: 'reverted', data: '0x' })
    expect(asked).toEqual(['a eth_blockNumber'])
  })

  test('one that serves another chain is passed over', async () => {
    await setUrls(a, b, c)
    const { asked } = nodes({ [b]: 'other chain', [c]: 'well' })
    expect(await block()).toBe(c)
    expect(asked).not.toContain('b eth_blockNumber')
  })

  test('the one that answered stays for a minute, then the first is tried again', async () => {
    await setUrls(a, b)
    const { asked, ways } = nodes({ [a]: 'silent', [b]: 'well' })
    await block()
    ways[a] = 'well'
    asked.length = 0
    vi.setSystemTime(Date.now() + 59_000)
    expect(await block()).toBe(b)
    expect(asked).toEqual(['b eth_blockNumber'])
    vi.setSystemTime(Date.now() + 2_000)
    expect(await block()).toBe(a)
    ways[b] = 'silent'
    expect(await block()).toBe(a)
  })

  test('the first is tried again by one request, while the others stay', async () => {
    await setUrls(a, b)
    const { asked } = nodes({ [a]: 'silent', [b]: 'well' })
    await block()
    asked.length = 0
    vi.setSystemTime(Date.now() + 61_000)
    expect(await Promise.all([block(), block(), block()])).toEqual([b, b, b])
    expect(asked.filter((one) => one === 'a eth_blockNumber')).toHaveLength(1)
  })

  test('what stands in fails in its turn, and the first is asked', async () => {
    await setUrls(a, b)
    const { ways } = nodes({ [a]: 'silent', [b]: 'well' })
    await block()
    Object.assign(ways, { [a]: 'well', [b]: 'silent' })
    expect(await block()).toBe(a)
  })

  test('the same signed bytes go to the next one', async () => {
    await setUrls(a, b)
    const { asked } = nodes({ [b]: 'well' })
    expect(await request(chainId, 'eth_sendRawTransaction', ['0x02'])).toBe(b)
    expect(asked.filter((one) => one.endsWith('RawTransaction'))).toHaveLength(2)
  })

  test.each<[Way, number]>([
    ['silent', 4901],
    ['busy', -32005],
  ])('all of them %s, it is told as %d without a URL', async (way, code) => {
    await setUrls(a, b)
    nodes({ [a]: way, [b]: 'silent' })
    const error = toWire(
      await askNode(chainId, 'eth_call', '[]').catch((thrown: unknown) => thrown),
    )
    expect(error.code).toBe(code)
    expect(error.message).toContain('Own')
    expect(JSON.stringify(error)).not.toMatch(/example|KEY/)
  })

  test('the others get their chance in time: 8 s each, the last one 25 s', async () => {
    await setUrls(a, b)
    nodes({ [b]: 'well' })
    const deadlines = vi.spyOn(AbortSignal, 'timeout')
    await block()
    expect(deadlines.mock.calls.map(([ms]) => ms)).toEqual([8_000, 8_000, 25_000])
    deadlines.mockRestore()
  })
})

describe('a site that is not connected', () => {
  const publicUrl = 'https://mainnet.base.org'
  const ask = () => askForSite(8453, 'eth_blockNumber', '[]', true)
  const choose = async (choice: { urls: string[]; isPublicToo?: true }) => {
    await journal.networks.put({ chainId: 8453, ...choice })
    await loadNetworks()
    served = '0x2105'
  }

  test('is answered by the public RPC where the network has it, and never by the user’s own', async () => {
    await choose({ urls: [a], isPublicToo: true })
    const { asked, ways } = nodes({ [a]: 'well', [publicUrl]: 'well' })
    expect(await ask()).toBe(publicUrl)
    expect(await request(8453, 'eth_blockNumber', [])).toBe(a)
    ways[publicUrl] = 'silent'
    await expect(ask()).rejects.toMatchObject({ code: 4901 })
    expect(asked.filter((one) => one.startsWith('a '))).toEqual(['a eth_blockNumber'])
  })

  test('is answered by the user’s own where that replaces the public one', async () => {
    await choose({ urls: [a] })
    nodes({ [a]: 'well', [publicUrl]: 'well' })
    expect(await ask()).toBe(a)
  })
})

describe('what a site asks is asked of no node before it has shown its chain', () => {
  const read = () => askForSite(chainId, 'eth_blockNumber', '[]')

  test('the first RPC too is asked for its chain, once', async () => {
    await setUrls(a)
    const { asked } = nodes({ [a]: 'well' })
    expect([await read(), await read()]).toEqual([a, a])
    expect(asked).toEqual(['a eth_chainId', 'a eth_blockNumber', 'a eth_blockNumber'])
  })

  test('one that serves another chain is told as 4901, and asked nothing', async () => {
    await setUrls(a)
    const { asked } = nodes({ [a]: 'other chain' })
    const error = toWire(await read().catch((thrown: unknown) => thrown))
    expect(error).toEqual({
      code: 4901,
      message: 'The network does not answer: the node of Own serves another chain',
    })
    expect(asked).toEqual(['a eth_chainId'])
  })

  test('the next one is asked in its place', async () => {
    await setUrls(a, b)
    const { asked } = nodes({ [a]: 'other chain', [b]: 'well' })
    expect(await read()).toBe(b)
    expect(asked).not.toContain('a eth_blockNumber')
  })

  test.each<[Way, number]>([
    ['silent', 4901],
    ['busy', -32005],
  ])('one that is %s is told as %d', async (way, code) => {
    await setUrls(a)
    nodes({ [a]: way })
    await expect(read()).rejects.toMatchObject({ code })
  })
})
