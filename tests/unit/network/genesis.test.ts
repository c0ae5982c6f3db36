import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { confirmChain, genesisOf, knownGenesis } from '@/lib/network/genesis'
import { findNetwork } from '@/lib/network/networks'
import { emptyDatabase } from '../database'
import { fakeNode } from './fakeNode'

const base = '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd'

beforeEach(emptyDatabase)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the genesis of a chain', () => {
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

test('a chain is asked who it is once in two seconds', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  const asked = vi.fn(() => '0x2105')
  fakeNode({ eth_chainId: asked, eth_getBlockByNumber: () => ({ hash: base }) })
  await confirmChain(8453)
  now.mockReturnValue(1_001_999)
  await confirmChain(8453)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(await knownGenesis(8453)).toBe(base)
  now.mockReturnValue(1_002_000)
  await confirmChain(8453)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('one on this machine is asked each time: it may just have been started anew', async () => {
  let hash: string | null = '0x12'
  fakeNode({ eth_chainId: () => '0x7a69', eth_getBlockByNumber: () => hash && { hash } })
  await confirmChain(31337)
  hash = '0x34'
  await confirmChain(31337)
  expect(await knownGenesis(31337)).toBe('0x34')
  // A node that has pruned block 0 says nothing new.
  hash = null
  await confirmChain(31337)
  expect(await knownGenesis(31337)).toBe('0x34')
})

test('another chain is not taken for it', async () => {
  fakeNode({ eth_chainId: () => '0x1', eth_getBlockByNumber: () => ({ hash: '0x12' }) })
  await expect(confirmChain(31337)).rejects.toMatchObject({ code: 4901 })
  expect(await knownGenesis(31337)).toBeUndefined()
})
