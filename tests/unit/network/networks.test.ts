import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fact, knownFact, remember } from '@/lib/network/facts'
import { suggestFees } from '@/lib/network/fees'
import { defaultChainId, findNetwork, networks, shownNetworks } from '@/lib/network/networks'
import { highestFee } from '@/lib/network/feeOffer'
import { isLoopback, isUsable } from '@/lib/network/url'
import { loadNetworks, urlsOf } from '@/lib/network/urls'
import { cache, journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { fakeNode, nodeError } from './fakeNode'

beforeEach(emptyDatabase)

test('the networks are the local one, the default, then those of Base and six others', () => {
  const facts = networks.map((network) => {
    const { chainId, name, symbol, decimals, refresh, opStack, gasCap = 0, isTestnet } = network
    return [
      chainId,
      name,
      symbol,
      decimals,
      urlsOf(chainId).join(' '),
      refresh,
      gasCap / 2 ** 24,
      opStack ? 'op' : '',
      isTestnet ? 'test' : '',
    ].join(', ')
  })
  expect(facts).toEqual([
    '31337, Local, ETH, 18, http://127.0.0.1:8545, 200, 1, op, test',
    '8453, Base, ETH, 18, https://mainnet.base.org, 200, 1, op, ',
    '84532, Base Sepolia, ETH, 18, https://sepolia.base.org, 200, 1, op, test',
    '1, Ethereum, ETH, 18, https://ethereum.reth.rs/rpc, 2000, 1, , ',
    '11155111, Sepolia, ETH, 18, https://11155111.rpc.thirdweb.com, 2000, 1, , test',
    '10, OP Mainnet, ETH, 18, https://mainnet.optimism.io, 1000, 1, op, ',
    '42161, Arbitrum One, ETH, 18, https://arb1.arbitrum.io/rpc, 500, 2, , ',
    '137, Polygon, POL, 18, https://polygon.drpc.org, 1000, 2, , ',
    '56, BNB Smart Chain, BNB, 18, https://56.rpc.thirdweb.com, 1000, 1, , ',
  ])
  expect(defaultChainId).toBe(31337)
  expect(networks.filter(({ genesis }) => !genesis).map(({ name }) => name)).toEqual(['Local'])
  expect(new Set(networks.map(({ genesis }) => genesis)).size).toBe(networks.length)
  expect(networks.filter(({ explorer }) => !explorer?.startsWith('https://'))).toHaveLength(1)
})

const own = (custom: object = {}) => ({
  chainId: 777,
  urls: ['https://node.example/KEY'],
  custom: {
    name: 'Own',
    symbol: 'OWN',
    decimals: 18,
    opStack: false,
    genesis: '0x12' as const,
    ...custom,
  },
})

describe('what is stored', () => {
  test('adds networks of the user’s own, without a URL that could be shown', async () => {
    await journal.networks.put(own({ explorer: 'https://scan.example' }))
    const before = networks
    await loadNetworks()
    expect(networks).not.toBe(before)
    expect(networks.at(-1)).toEqual({
      chainId: 777,
      name: 'Own',
      symbol: 'OWN',
      decimals: 18,
      isCustom: true,
      hosts: ['node.example'],
      isLocal: false,
      refresh: 1000,
      opStack: false,
      genesis: '0x12',
      explorer: 'https://scan.example',
    })
    expect(JSON.stringify(networks)).not.toContain('KEY')
    expect(urlsOf(777)).toEqual(['https://node.example/KEY'])
    await journal.networks.clear()
    await loadNetworks()
    expect(findNetwork(777)).toBeUndefined()
    expect(urlsOf(777)).toEqual([])
  })

  test('holds no genesis against a network of the user’s own on this machine', async () => {
    await journal.networks.put({ ...own(), urls: ['http://127.0.0.1:9'] })
    await loadNetworks()
    expect(findNetwork(777)).toMatchObject({ isLocal: true, refresh: 200 })
    expect(findNetwork(777)?.genesis).toBeUndefined()
  })

  test.each<[string, object, string[]]>([
    [
      'the user’s own RPCs in place of the public one',
      {},
      ['https://a.example', 'http://localhost:1'],
    ],
    [
      'the public one after them where the user wants it',
      { isPublicToo: true },
      ['https://a.example', 'http://localhost:1', 'https://mainnet.base.org'],
    ],
    ['the public one where the user has none', { urls: [] }, ['https://mainnet.base.org']],
  ])('asks %s', async (_, row, urls) => {
    const chosen = { chainId: 8453, urls: ['https://a.example', 'http://localhost:1'], ...row }
    await journal.networks.put(chosen)
    await loadNetworks()
    expect(urlsOf(8453)).toEqual(urls)
    expect(findNetwork(8453)?.hosts).toEqual(urls.map((url) => new URL(url).host))
    expect(findNetwork(8453)).toMatchObject({
      isLocal: false,
      genesis: expect.any(String) as string,
    })
  })

  test('hides a network where networks are offered, and nowhere else', async () => {
    await journal.networks.put({ chainId: 84532, isHidden: true })
    await loadNetworks()
    expect(shownNetworks().map(({ chainId }) => chainId)).not.toContain(84532)
    expect(shownNetworks()).toHaveLength(networks.length - 1)
    expect(findNetwork(84532)?.isHidden).toBe(true)
  })
})

test.each([
  [true, 'https://node.example/KEY?a=b'],
  [true, 'http://localhost:8545'],
  [true, 'http://127.0.0.1'],
  [false, 'http://node.example'],
  [false, 'http://[::1]:8545'],
  [false, 'http://192.168.0.1:8545'],
  [false, 'https://name:word@node.example'],
  [false, 'ftp://node.example'],
  [false, 'file:///etc/passwd'],
  [false, 'javascript:1'],
  [false, 'node.example'],
  [false, ''],
])('may be asked: %s for %s', (is, url) => {
  expect(isUsable(url)).toBe(is)
})

test.each([2, 0, -8453, 8453.5, NaN, Infinity])('there is no network %d', (chainId) => {
  expect(findNetwork(chainId)).toBeUndefined()
})

test.each([
  [true, 'http://127.0.0.1:8545'],
  [true, 'http://localhost/'],
  [true, 'http://[::1]:8545'],
  [false, 'https://localhost.example'],
  [false, 'https://127.0.0.1.nip.io'],
  [false, 'https://mainnet.base.org/127.0.0.1'],
  [false, 'https://localhost@node.example'],
])('on this machine: %s for %s', (is, url) => {
  expect(isLoopback(url)).toBe(is)
})

describe('suggested fees', () => {
  test('are twice the base fee plus the node’s tip', async () => {
    fakeNode({
      eth_getBlockByNumber: (tag) => tag === 'pending' && { baseFeePerGas: '0x64' },
      eth_maxPriorityFeePerGas: () => '0x7',
    })
    const fees = await suggestFees(8453)
    expect(fees).toEqual({ maxFeePerGas: '0xcf', maxPriorityFeePerGas: '0x7' })
    expect(highestFee(fees)).toBe(207n)
  })

  test('have a tip also where the node suggests none', async () => {
    fakeNode({ eth_getBlockByNumber: () => ({ baseFeePerGas: '0x0' }) })
    expect(await suggestFees(8453)).toEqual({
      maxFeePerGas: '0xf4240',
      maxPriorityFeePerGas: '0xf4240',
    })
  })

  test.each([{}, null])('are a gas price where the chain has no base fee: %j', async (block) => {
    const blocks: Record<string, unknown> = { pending: block, latest: {} }
    fakeNode({ eth_getBlockByNumber: (tag: string) => blocks[tag], eth_gasPrice: () => '0x9' })
    const fees = await suggestFees(8453)
    expect(fees).toEqual({ gasPrice: '0x9' })
    expect(highestFee(fees)).toBe(9n)
  })

  test('are none where the node fails', async () => {
    fakeNode({
      eth_getBlockByNumber: () => {
        throw nodeError(-32000, 'no')
      },
    })
    await expect(suggestFees(8453)).rejects.toMatchObject({ code: -32000 })
  })
})

const aSecond = () => 1000

describe('a fact', () => {
  // It grows old by the clock, which stands still here.
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => vi.useRealTimers())

  test('is learnt once, false and zero too', async () => {
    for (const value of [true, false, 0, '', 'x']) {
      const key = `fact ${String(value)}`
      expect(await fact(key, aSecond, () => Promise.resolve(value))).toBe(value)
      expect(await fact(key, aSecond, () => Promise.reject(new Error('asked again')))).toBe(value)
    }
  })

  test('that could not be learnt is not remembered', async () => {
    await expect(fact('a', aSecond, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await knownFact('a')).toBeUndefined()
    expect(await fact('a', aSecond, () => Promise.resolve(1))).toBe(1)
  })

  test('is learnt again when it is old, or seems to be from the future', async () => {
    for (const at of [Date.now() - 1001, Date.now() + 5000]) {
      await cache.facts.put({ key: 'a', value: 1, at })
      expect(await knownFact('a', aSecond)).toBeUndefined()
      expect(await fact('a', aSecond, () => Promise.resolve(2))).toBe(2)
    }
    await remember('a', 3)
    expect(await knownFact('a', aSecond)).toBe(3)
  })
})
