import { beforeEach, describe, expect, test } from 'vitest'
import { canSimulate, preconfirms, pulses } from '@/lib/network/probe'
import { emptyDatabase } from '../database'
import { fakeNode, nodeError } from './fakeNode'

beforeEach(emptyDatabase)

describe('whether a chain pre-confirms', () => {
  test.each<[string, boolean, (at: number) => object | null]>([
    [
      'does not, its pending block resting',
      false,
      () => ({ number: '0x2', hash: '0x1', timestamp: '0x1' }),
    ],
    [
      'does, its pending block having changed',
      true,
      (at) => ({ number: '0x2', hash: `0x${at}`, timestamp: '0x1' }),
    ],
    [
      'does not, the block being made anew each time',
      false,
      (at) => ({ number: '0x2', hash: `0x${at}`, timestamp: `0x${at}` }),
    ],
    [
      'does not, blocks being sealed',
      false,
      (at) => ({ number: `0x${at}`, hash: `0x${at}`, timestamp: '0x1' }),
    ],
    [
      'does not, its node naming no hash',
      false,
      () => ({ number: null, hash: null, timestamp: '0x1' }),
    ],
    ['does not, its node having no such block', false, () => null],
  ])('%s', async (_, is, block) => {
    let at = 0
    fakeNode({ eth_getBlockByNumber: (tag) => (tag === 'pending' ? block(++at) : null) })
    expect(await preconfirms(8453)).toBe(is)
  })
})

test('a node simulates, does not, or is silent', async () => {
  fakeNode({ eth_simulateV1: () => [] })
  expect(await canSimulate(8453)).toBe(true)
  fakeNode({
    eth_simulateV1: () => {
      throw nodeError(-32601, 'no')
    },
  })
  expect(await canSimulate(8453)).toBe(false)
  fakeNode({
    eth_simulateV1: () => {
      throw new TypeError('silent')
    },
  })
  expect(await canSimulate(8453)).toBeUndefined()
})

test('a pulse has latency and height, or says that there is none or another chain', async () => {
  fakeNode({ eth_chainId: () => '0x2105', eth_blockNumber: () => '0x10' })
  expect(await pulses(8453)).toEqual([
    { host: 'mainnet.base.org', latency: expect.any(Number) as number, height: 16 },
  ])
  expect(await pulses(84532)).toEqual([{ host: 'sepolia.base.org', isOther: true }])
  fakeNode({
    eth_chainId: () => {
      throw new TypeError('silent')
    },
  })
  expect(await pulses(8453)).toEqual([{ host: 'mainnet.base.org' }])
})
