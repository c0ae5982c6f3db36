import { beforeEach, describe, expect, test } from 'vitest'
import { fact, knownFact, remember } from '@/lib/network/facts'
import { highestFee, suggestFees } from '@/lib/network/fees'
import { genesisOf } from '@/lib/network/genesis'
import { defaultChainId, findNetwork, isLoopback, networks } from '@/lib/network/networks'
import { cache } from '@/lib/db'
import { emptyDatabase } from '../database'
import { fakeNode, nodeError } from './nodes'

beforeEach(emptyDatabase)

test('the networks are the local one, the default, then Base and Base Sepolia', () => {
  expect(networks.map(({ chainId, name, url }) => [chainId, name, url])).toEqual([
    [31337, 'Local', 'http://127.0.0.1:8545'],
    [8453, 'Base', 'https://mainnet.base.org'],
    [84532, 'Base Sepolia', 'https://sepolia.base.org'],
  ])
  expect(defaultChainId).toBe(31337)
  expect(new Set(networks.map(({ gasCap, refresh }) => `${gasCap} ${refresh}`))).toEqual(
    new Set(['16777216 200']),
  )
})

test.each([1, 0, -8453, 8453.5, NaN, Infinity])('there is no network %d', (chainId) => {
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

describe('the genesis of a chain', () => {
  const base = '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd'

  test.each<[string, number, string, string | null, unknown]>([
    ['that it should have', 8453, '0x2105', base, base],
    ['that the node has forgotten', 8453, '0x2105', null, null],
    ['that may be any on this machine', 31337, '0x7a69', '0x12', '0x12'],
  ])('%s', async (_, chainId, served, hash, found) => {
    fakeNode({ eth_chainId: () => served, eth_getBlockByNumber: () => hash && { hash } })
    expect(await genesisOf(chainId)).toBe(found)
  })

  test.each<[string, number, string, string]>([
    ['another genesis', 8453, '0x2105', '0x12'],
    ['another chain ID', 8453, '0x1', base],
    ['another chain ID on this machine', 31337, '0x1', '0x12'],
  ])('with %s is not that network', async (_, chainId, served, hash) => {
    fakeNode({ eth_chainId: () => served, eth_getBlockByNumber: () => ({ hash }) })
    await expect(genesisOf(chainId)).rejects.toMatchObject({
      code: 4901,
      message: expect.stringContaining(findNetwork(chainId)?.name ?? '') as unknown,
    })
  })
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
      ...{ maxFeePerGas: '0xf4240', maxPriorityFeePerGas: '0xf4240' },
    })
  })

  test.each([{}, null])('are a gas price where the chain has no base fee: %j', async (block) => {
    fakeNode({ eth_getBlockByNumber: () => block, eth_gasPrice: () => '0x9' })
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
