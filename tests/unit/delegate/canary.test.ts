import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAccountCode, type AccountCode } from '@/lib/delegate/account'
import { atomicity } from '@/lib/delegate/support'
import { passesCanary } from '@/lib/delegate/canary'
import { delegation, executor } from '@/lib/delegate/executor'
import { cache } from '@/lib/db'
import { startChain, type Chain } from '../../chain'
import { rpc } from '../../chain/rpc'
import { emptyDatabase } from '../database'
import { fakeNode, nodeError } from '../network/fakeNode'
import { alice } from '../accounts'
import { useChain } from './localChain'
import { delegateTo, listed, unlisted } from '../../chain/delegates'

let chain: Chain
let bare: Chain
let old: Chain

beforeAll(async () => {
  ;[chain, bare, old] = await Promise.all([
    startChain({ hardfork: 'prague' }),
    startChain({ hardfork: 'prague', executor: false }),
    startChain({ hardfork: 'cancun', executor: false }),
  ])
})
afterAll(() => Promise.all([chain, bare, old].map(({ stop }) => stop())))

beforeEach(async () => {
  await emptyDatabase()
  useChain(chain.url)
})

type Placed = [name: string, Address, Parameters<typeof delegateTo>[3]]

const usable: Placed[] = [
  ['executeBatch', listed.simple, 'Simple7702Account'],
  ['ERC-7821', listed.metaMask, 'Erc7821Executor'],
  ['executeBySender', listed.ambire, 'SenderExecutor'],
  ['executeFromSelf', listed.okx, 'SelfExecutor'],
]

const unusable: Placed[] = [
  ['a listed one that ignores everything', listed.metaMask, 'IgnoringExecutor'],
  ['a listed one that swallows failures', listed.simple09, 'SwallowingExecutor'],
  ['a listed one that refuses everything', listed.coinbase, 'RefusingExecutor'],
  ['a listed one that takes batches otherwise', listed.metaMask, 'SenderExecutor'],
  ['one that is known by name alone', listed.kernel, 'Simple7702Account'],
  ['one that no list has, though it would run batches', unlisted, 'Simple7702Account'],
]

describe('on a chain with EIP-7702 and our executor', () => {
  test.each(usable)(
    'a batch runs through a listed delegate by %s',
    async (_, delegate, contract) => {
      await delegateTo(chain.url, alice, delegate, contract)
      const account: AccountCode = { kind: 'executor', delegate }
      expect(await readAccountCode(31337, alice)).toEqual(account)
      expect(await atomicity(31337, alice)).toEqual({ status: 'supported' })
    },
  )

  test.each(unusable)('none runs through %s: it may be replaced', async (_, delegate, contract) => {
    await delegateTo(chain.url, alice, delegate, contract)
    const account: AccountCode = { kind: 'foreign', delegate }
    expect(await readAccountCode(31337, alice)).toEqual(account)
    expect(await atomicity(31337, alice)).toEqual({ status: 'ready' })
  })

  test('a contract can neither', async () => {
    await rpc(chain.url, 'anvil_setCode', [alice, '0x6001'])
    expect(await readAccountCode(31337, alice)).toEqual({ kind: 'contract', delegate: null })
    expect(await atomicity(31337, alice)).toEqual({
      status: 'unsupported',
      reason: 'atomicityNotSupported',
    })
  })

  test('a plain account can be upgraded, one delegated to ours is', async () => {
    await rpc(chain.url, 'anvil_setCode', [alice, '0x'])
    expect(await atomicity(31337, alice)).toEqual({ status: 'ready' })
    await rpc(chain.url, 'anvil_setCode', [alice, delegation(executor)])
    expect(await atomicity(31337, alice)).toEqual({ status: 'supported' })
  })
})

describe('on a chain without our executor', () => {
  beforeEach(() => useChain(bare.url))

  test('another’s is used all the same', async () => {
    await delegateTo(bare.url, alice, listed.okx, 'SelfExecutor')
    expect(await atomicity(31337, alice)).toEqual({ status: 'supported' })
  })

  test('a delegate that none runs through cannot be replaced', async () => {
    await delegateTo(bare.url, alice, unlisted, 'IgnoringExecutor')
    expect(await atomicity(31337, alice)).toEqual({
      status: 'unsupported',
      reason: 'atomicityNotSupported',
    })
  })
})

test('on a chain without EIP-7702 nothing is atomic', async () => {
  useChain(old.url)
  expect(await atomicity(31337, alice)).toEqual({
    status: 'unsupported',
    reason: 'unsupportedChain',
  })
})

describe('what the canary found', () => {
  const pass = (ms: number) =>
    cache.facts.toCollection().modify((fact) => {
      fact.at -= ms
    })
  const asked = (answers: Parameters<typeof fakeNode>[0]['eth_call']) => {
    const node = fakeNode({ eth_call: answers })
    return () => node.asked.length
  }
  const ask = () => passesCanary(8453, alice, listed.okx)
  const revert = () => {
    throw nodeError(3, 'execution reverted')
  }
  let turn = 0
  const healthy = () => (turn++ % 2 === 0 ? '0x' : revert())

  test('holds a day where it ran, for that chain, account and delegate alone', async () => {
    const count = asked(healthy)
    expect(await ask()).toBe(true)
    await pass(23 * 60 * 60_000)
    expect(await ask()).toBe(true)
    expect(count()).toBe(2)
    await pass(60 * 60_000 + 1)
    expect(await ask()).toBe(true)
    expect(count()).toBe(4)
    expect(await passesCanary(8453, alice, listed.ambire)).toBe(true)
    expect(count()).toBe(6)
  })

  test.each<[string, () => unknown]>([
    ['both succeed', () => '0x'],
    ['both revert', revert],
    [
      'the node cannot tell',
      () =>
        turn++ % 2 === 0
          ? '0x'
          : (() => {
              throw nodeError(-32603, 'internal error')
            })(),
    ],
  ])('holds ten minutes where it did not: %s', async (_, answer) => {
    const count = asked(answer)
    expect(await ask()).toBe(false)
    await pass(9 * 60_000)
    expect(await ask()).toBe(false)
    expect(count()).toBe(2)
    await pass(61_000)
    expect(await ask()).toBe(false)
    expect(count()).toBe(4)
  })

  test('is not concluded from a silent node', async () => {
    asked(() => {
      throw new TypeError('silence')
    })
    await expect(ask()).rejects.toMatchObject({ code: 4901 })
    asked(healthy)
    expect(await ask()).toBe(true)
  })
})
