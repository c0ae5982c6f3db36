import { numberToHex, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Batch, Call } from '@/lib/db'
import { transactionOf } from '@/lib/batch/batchTransaction'
import { encodeBatch } from '@/lib/delegate/encode'
import { executor } from '@/lib/delegate/executor'
import { signTransaction } from '@/lib/keyring/sign'
import { aboveFloor, leastGas, leastGasOf } from '@/lib/simulate/floor'
import { startChain, type Chain } from '../../chain'
import { rpc } from '../../chain/rpc'
import { makeBatch } from '../batch/batches'
import { alice, keys, stranger } from '../accounts'

const bytes = (count: number, byte: string): Hex => `0x${byte.repeat(count)}`
const key = Uint8Array.from(Buffer.from((keys[alice] ?? '0x').slice(2), 'hex'))

describe('the least gas limit', () => {
  test.each<[string, Parameters<typeof leastGas>[0], bigint]>([
    ['of nothing', { data: '0x' }, 21_000n],
    ['of bytes: 40 gas each', { data: bytes(100, 'ff') }, 25_000n],
    ['of zeros: 10 gas each', { data: bytes(100, '00') }, 22_000n],
    ['of a deployment: its fixed cost, if that is more', { data: '0x00', deploys: true }, 53_006n],
    [
      'of a deployment of many bytes: the floor',
      { data: bytes(40_000, 'ff'), deploys: true },
      1_621_000n,
    ],
    ['of an upgrade', { data: '0x', authorizations: 1 }, 46_000n],
  ])('%s', (_, sent, gas) => {
    expect(leastGas(sent)).toBe(gas)
  })

  test('is that of the outer data where calls run as one', () => {
    const calls: Call[] = [
      { to: stranger, value: '0x0', data: bytes(2000, 'ff') },
      { to: null, value: '0x0', data: '0x' },
    ]
    const [first] = calls as [Call, Call]
    const terms = { calls: [first, first], delegate: executor }
    const whole = leastGas({ data: encodeBatch([first, first], executor) })
    expect(leastGasOf({ mode: 'atomic', upgrade: true, ...terms })).toEqual([whole])
    expect(whole).toBeGreaterThan(181_000n)
    expect(leastGasOf({ mode: 'sequence', upgrade: false, calls })).toEqual([101_000n, 53_000n])
  })

  test('raises limits that are lower, and only those', () => {
    const call: Call = { to: stranger, value: '0x0', data: '0x' }
    const terms = { mode: 'sequence', calls: [call, call], upgrade: false } as const
    expect(aboveFloor(['0x1', '0xffff'], terms)).toEqual([numberToHex(21_000), '0xffff'])
  })
})

describe('as nodes see it', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain({ hardfork: 'prague' })
  })
  afterAll(() => chain.stop())

  const payload = bytes(3000, 'a5')
  const call: Call = { to: stranger, value: '0x0', data: payload }

  /** Returns the gas used; undefined if anvil keeps the transaction in its pool, or refuses it. */
  const gasUsed = async (batch: Batch) => {
    const count = await rpc<Hex>(chain.url, 'eth_getTransactionCount', [alice, 'latest'])
    const transaction = transactionOf(batch, 0, Number(count))
    const authorize = batch.upgrade ? { authorize: executor } : {}
    const raw = await signTransaction(key, { transaction, ...authorize })
    const hash = await rpc<Hex>(chain.url, 'eth_sendRawTransaction', [raw])
    await rpc(chain.url, 'evm_mine')
    const receipt = await rpc<{ gasUsed: Hex } | null>(chain.url, 'eth_getTransactionReceipt', [
      hash,
    ])
    await rpc(chain.url, 'anvil_dropAllTransactions')
    return receipt ? BigInt(receipt.gasUsed) : undefined
  }

  test.each<[string, Partial<Batch>]>([
    ['one call', { mode: 'one', calls: [call] }],
    ['a deployment', { mode: 'one', calls: [{ ...call, to: null, data: bytes(3000, '00') }] }],
    ['an upgrade with two calls', { mode: 'atomic', calls: [call, call], upgrade: true }],
    ['two calls as one', { mode: 'atomic', calls: [call, call] }],
    ['a small upgrade', { mode: 'atomic', calls: [{ ...call, data: '0x' }], upgrade: true }],
  ])('%s is mined at that limit, never at one below', async (_, change) => {
    const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' } as const
    const terms = { chainId: 31337, fees, ...change }
    const [least = 0n] = leastGasOf({ ...makeBatch(terms), ...terms })
    const at = (gas: bigint) => makeBatch({ ...terms, gas: [numberToHex(gas)] })
    expect(await gasUsed(at(least - 1n))).toBeUndefined()
    // All of the limit, but for the refund of an authorization (EIP-7702).
    expect(await gasUsed(at(least))).toBeGreaterThan(least - 12_500n)
  })
})
