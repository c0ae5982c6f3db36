import { hexToBytes } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { append } from '@/lib/batch/journal'
import type { Receipt } from '@/lib/db/batchEvent'
import type { Transaction } from '@/lib/batch/state'
import { hasRun } from '@/lib/batch/ran'
import { encodeBatch } from '@/lib/delegate/encode'
import { delegation, executor } from '@/lib/delegate/executor'
import { listed } from '../../chain/delegates'
import { emptyDatabase } from '../database'
import { bob, stranger } from '../accounts'
import { did, hashOf, makeBatch, receiptOf, storeBatch } from './batches'
import { forgotten, openChain, silence } from './fakeChain'

const ours = delegation(executor)
const foreign = delegation(stranger)
const batch = makeBatch({ mode: 'atomic' })

beforeEach(emptyDatabase)

const transaction = (change: Partial<Transaction> = {}): Transaction => ({
  index: 0,
  kind: 'call',
  nonce: 5,
  hash: hashOf('a'),
  raw: '0x02',
  upgrade: false,
  sent: true,
  sealed: false,
  ran: null,
  ...change,
})

/** Tokens of EIP-7623: one for a zero byte, four for another. */
const tokens = hexToBytes(encodeBatch(batch.calls, batch.delegate)).reduce(
  (sum, byte) => sum + (byte === 0 ? 1 : 4),
  0,
)

const gas = (units: number): Partial<Receipt> => ({ gasUsed: `0x${units.toString(16)}` })
const ranGas = gas(90_000)

type Scene = {
  code?: [parent: string, block: string]
  count?: number
  receipt?: Partial<Receipt>
  change?: Partial<Transaction>
  answers?: Record<string, () => unknown>
}

/** The receipt is in block 10. */
const verdict = ({ code = [ours, ours], count = 7, receipt = ranGas, ...scene }: Scene) => {
  const { chain, world } = openChain()
  chain.code = { '0x9': code[0] as '0x', '0xa': code[1] as '0x', pending: '0x' }
  chain.answers = {
    eth_getTransactionCount: ([, block]: string[]) => (block === '0xa' ? count : 99),
    ...scene.answers,
  }
  return hasRun(world, batch, transaction(scene.change), receiptOf(hashOf('a'), receipt))
}

test('through another wallet’s executor, gas for its own data alone is gas for nothing', async () => {
  const { chain, world } = openChain()
  chain.code = { pending: '0x' }
  const theirs = makeBatch({ mode: 'atomic', delegate: listed.metaMask })
  const data = hexToBytes(encodeBatch(theirs.calls, listed.metaMask))
  const cost = data.reduce((sum, byte) => sum + (byte === 0 ? 10 : 40), 21_000)
  const receipt = receiptOf(hashOf('a'), gas(cost))
  expect(await hasRun(world, theirs, transaction(), receipt)).toBe(false)
  chain.code = { pending: delegation(listed.metaMask) }
  expect(await hasRun(world, theirs, transaction(), receipt)).toBe(true)
})

describe('a transaction of the account to itself', () => {
  const upgrade = { upgrade: true }
  test.each<[boolean | null, string, Scene]>([
    [true, 'the executor stood there before and after', {}],
    [false, 'it reverted', { receipt: { ...ranGas, status: '0x0' } }],
    [null, 'another delegate stood there before', { code: [foreign, ours] }],
    [null, 'another delegate stands there after', { code: [ours, foreign] }],
    [null, 'nothing stands there', { code: ['0x', '0x'] }],
    [null, 'it was there only after, without an upgrade', { code: ['0x', ours] }],
    [
      false,
      'and it paid for its data alone',
      {
        code: ['0x', '0x'],
        receipt: gas(21_000 + 10 * tokens),
      },
    ],
    [
      null,
      'and it paid one more than for its data',
      {
        code: ['0x', '0x'],
        receipt: gas(21_001 + 10 * tokens),
      },
    ],
    [
      true,
      'upgraded: the executor is there and two nonces are used',
      {
        change: upgrade,
        code: ['0x', ours],
      },
    ],
    [
      null,
      'upgraded: the executor is there, but one nonce is used',
      {
        change: upgrade,
        code: ['0x', ours],
        count: 6,
      },
    ],
    [
      null,
      'upgraded: two nonces are used, but nothing is there',
      {
        change: upgrade,
        code: ['0x', '0x'],
      },
    ],
    [
      null,
      'upgraded: nobody can tell the nonce',
      {
        change: upgrade,
        code: ['0x', ours],
        answers: { eth_getTransactionCount: forgotten },
      },
    ],
    [
      false,
      'upgraded in vain: it paid for its data and for one authorization alone',
      {
        change: upgrade,
        code: ['0x', '0x'],
        count: 6,
        receipt: gas(21_000 + 4 * tokens + 25_000),
      },
    ],
  ])('ran: %s where %s', async (ran, _, scene) => {
    expect(await verdict(scene)).toBe(ran)
  })
})

describe('where the node has forgotten the block', () => {
  const answers = { eth_getCode: forgotten }

  test('what was seen at inclusion stands in for it', async () => {
    expect(await verdict({ answers, change: { delegate: executor.toLowerCase() as never } })).toBe(
      true,
    )
    expect(await verdict({ answers, change: { delegate: stranger } })).toBeNull()
  })

  test('and nothing was seen, nobody knows', async () => {
    expect(await verdict({ answers, change: { delegate: null } })).toBeNull()
    expect(await verdict({ answers })).toBeNull()
  })
})

describe('where the executor was not there before the block', () => {
  /** An upgrade by our transaction at nonce 3 in block 10; a test may change any part of it. */
  const upgraded = async (
    change: Parameters<typeof did.signed>[2] = {},
    receipt: Partial<Receipt> = {},
    terms: Partial<FrozenTerms> = {},
  ) => {
    const { key } = await storeBatch({ mode: 'atomic', upgrade: true, ...terms })
    const signed = did.signed('upgrade', 0, { nonce: 3, upgrade: true, ...change })
    await append(key, [signed, did.included('upgrade', receipt)], 0)
  }

  test.each<[boolean | null, string, () => Promise<void>]>([
    [true, 'an upgrade of ours came earlier in it', () => upgraded()],
    [
      true,
      'an upgrade of ours came earlier, though reverted',
      () => upgraded({}, { status: '0x0' }),
    ],
    [null, 'it came in another block', () => upgraded({}, { blockNumber: '0x9' })],
    [null, 'it came later', () => upgraded({ nonce: 6 })],
    [null, 'it was cancelled', () => upgraded({ kind: 'cancel' })],
    [null, 'it was no upgrade', () => upgraded({ upgrade: false })],
    [null, 'it was another account’s', () => upgraded({}, {}, { from: bob })],
    [null, 'it was on another chain', () => upgraded({}, {}, { chainId: 8453 })],
  ])('ran: %s where %s', async (ran, _, happened) => {
    await happened()
    expect(await verdict({ code: ['0x', ours] })).toBe(ran)
  })

  test('an earlier upgrade helps nothing where something else stands there after', async () => {
    await upgraded()
    expect(await verdict({ code: ['0x', foreign] })).toBeNull()
  })
})

test.each(['eth_getCode', 'eth_getTransactionCount'])(
  'nothing is decided while the node does not answer %s',
  async (method) => {
    const scene: Scene = { change: { upgrade: true }, code: ['0x', ours] }
    const answers = { [method]: silence }
    await expect(verdict({ ...scene, answers })).rejects.toMatchObject({ code: 4901 })
  },
)

test.each(['one', 'sequence'] as const)(
  'a transaction of its own runs as such (%s)',
  async (mode) => {
    const { chain, world } = openChain()
    expect(await hasRun(world, makeBatch({ mode }), transaction(), receiptOf(hashOf('a')))).toBe(
      true,
    )
    expect(chain.asked).toEqual([])
  },
)

test('a cancellation has nothing to run', async () => {
  const { world } = openChain()
  const cancel = transaction({ kind: 'cancel' })
  expect(await hasRun(world, batch, cancel, receiptOf(hashOf('a')))).toBe(true)
})
