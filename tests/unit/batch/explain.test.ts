import { encodeErrorResult, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { explain } from '@/lib/batch/explain'
import { fold } from '@/lib/batch/state'
import type { Event } from '@/lib/db/batchEvent'
import { checkCall, lockedUntil } from '@/lib/lock/check'
import { hookCall } from '@/lib/lock/hooks'
import { executorErrors } from '@/lib/delegate/encode'
import { executor } from '@/lib/delegate/executor'
import { toError } from '@/lib/rpc/errors'
import { listed } from '../../chain/delegates'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { did, hashOf, makeBatch, receiptOf } from './batches'
import { forgotten, openChain, silence } from './fakeChain'
import { codeOf, lookOn, out, types } from './runnerHarness'

const calls = [
  { to: stranger, value: '0x1', data: '0xAb' } as const,
  { to: bob, value: '0x0', data: '0x' } as const,
]
const atomic = makeBatch({ mode: 'atomic', calls })
const foreign = makeBatch({ mode: 'atomic', delegate: listed.metaMask, calls })
const one = makeBatch({ mode: 'one' })

const frame = (change: object = {}) => ({ type: 'CALL', from: alice, to: stranger, ...change })
const first = frame({ value: '0x1', input: '0xab' })
const second = frame({ to: bob, value: '0x0', input: '0x' })
const failed = { error: 'execution reverted', output: '0x1234' }
const top = (change: object, ...made: object[]) =>
  frame({ to: alice, error: 'execution reverted', calls: made, ...change })

/** Revert data of an executor that names call 2, with data of its own within. */
const named = encodeErrorResult({
  abi: executorErrors,
  errorName: 'ExecuteError',
  args: [1n, '0x1234'],
})
const because = (data: `0x${string}`) => ({ why: 'reverted', data, size: (data.length - 2) / 2 })

type Answers = ReturnType<typeof openChain>['chain']['answers']

const found = async (answers: Answers, batch = atomic, change: Partial<Event> = {}) => {
  const { chain, world } = openChain()
  chain.answers = answers
  const events = [did.signed('0'), did.sealed('0', { status: '0x0' }, false)]
  const [transaction] = fold(events).transactions
  if (!transaction) throw new Error('nothing was signed')
  const receipt = receiptOf(hashOf('0'), { status: '0x0' })
  return explain(world, batch, { ...transaction, ...(change as object) }, receipt)
}

const traced = (answer: unknown, batch = atomic) =>
  found({ debug_traceTransaction: () => answer }, batch)

/** Has the re-run answer so; the fake node has no trace. */
const rerun = (eth_call: () => unknown, batch = atomic) => found({ eth_call }, batch)

const says = (by: 'trace' | 'run', failing?: object) => [
  { type: 'explained', hash: hashOf('0'), by, ...(failing ? { failing } : {}) },
]

const revertsWith =
  (data: string, message = 'execution reverted') =>
  () => {
    throw toError({ code: 3, message, data })
  }

describe('a trace', () => {
  test.each<[string, object, object]>([
    [
      'names the last call that was made',
      top({ output: named }, first, { ...second, ...failed }),
      { index: 1, reason: because('0x1234') },
    ],
    [
      'is believed where the data name another: a contract may have written them',
      top({ output: named }, { ...first, error: 'execution reverted', output: named }),
      { index: 0, reason: because(named) },
    ],
    [
      'is followed through the account’s own code',
      top({}, frame({ type: 'DELEGATECALL', to: executor, calls: [{ ...first, ...failed }] })),
      { index: 0, reason: because('0x1234') },
    ],
    [
      'says that the gas was used up',
      top({}, first, { ...second, error: 'out of gas' }),
      { index: 1, reason: { why: 'all gas' } },
    ],
    [
      'says that the balance was too low',
      top({}, { ...first, error: 'insufficient balance for transfer' }),
      { index: 0, reason: { why: 'balance' } },
    ],
    [
      'leaves it to our executor where it shows no call',
      top({ output: named }),
      { index: 1, reason: because('0x1234') },
    ],
    [
      'names no call where the transaction failed around them',
      top({ error: 'out of gas', output: '0x' }, first, second),
      { index: null, reason: { why: 'all gas' } },
    ],
  ])('%s', async (_, answer, failing) => {
    expect(await traced(answer)).toEqual(says('trace', failing))
  })

  test('without frames names no call of another executor, whose data a contract may imitate', async () => {
    const answer = top({ output: named })
    expect(await traced(answer, foreign)).toEqual(
      says('trace', { index: null, reason: because(named) }),
    )
  })

  test('of a single call is about that call', async () => {
    expect(await traced(frame(failed), one)).toEqual(
      says('trace', { index: 0, reason: because('0x1234') }),
    )
  })
})

describe('of a locked batch', () => {
  const floor = { to: alice, value: '0x7', data: '0x' } as const
  const check = checkCall(stranger, alice, [{ token: bob, least: 3n }])
  const locked = makeBatch({ mode: 'atomic', calls, locks: [floor, check] })
  const paid = frame({ to: alice, value: '0x7', input: '0x' })
  const checked = frame({ value: '0x0', input: lockedUntil([check], 60)[0]?.data })
  const answered = (answers: Answers) => found(answers, locked, { deadline: 60 })

  test('a trace names the lock, and no call of the site', async () => {
    const answer = top({}, first, second, paid, { ...checked, ...failed })
    expect(await answered({ debug_traceTransaction: () => answer })).toEqual(
      says('trace', { index: null, reason: because('0x1234'), lock: 1 }),
    )
  })

  test('a run names the lock', async () => {
    const data = encodeErrorResult({
      abi: executorErrors,
      errorName: 'ExecuteError',
      args: [2n, '0x'],
    })
    expect(await answered({ eth_call: revertsWith(data) })).toEqual(
      says('run', { index: null, reason: because('0x'), lock: 0 }),
    )
  })

  test('a run names the lock behind the calls that stand before those of the site', async () => {
    const hook = hookCall(alice, { token: null, isDown: true, amount: 7n })
    const exact = makeBatch({ mode: 'atomic', calls, locks: [hook, check] })
    const answer = (index: bigint) => {
      const args = [index, '0x'] as const
      const data = encodeErrorResult({ abi: executorErrors, errorName: 'ExecuteError', args })
      return found({ eth_call: revertsWith(data) }, exact, { deadline: 60 })
    }
    const reason = because('0x')
    expect(await answer(0n)).toEqual(says('run', { index: null, reason }))
    expect(await answer(2n)).toEqual(says('run', { index: 1, reason }))
    expect(await answer(3n)).toEqual(says('run', { index: null, reason, lock: 0 }))
    expect(await answer(4n)).toEqual(says('run', { index: null, reason, lock: 1 }))
  })

  test('one that ran out of gas checked nothing', async () => {
    const answer = top({}, first, second, { ...paid, error: 'out of gas' })
    expect(await answered({ debug_traceTransaction: () => answer })).toEqual(
      says('trace', { index: null, reason: { why: 'all gas' } }),
    )
  })
})

describe('a run at the parent block', () => {
  test('is of the very transaction', async () => {
    const asked: unknown[] = []
    const eth_call = (params: never) => {
      asked.push(params)
      return '0x'
    }
    await found({ eth_call }, one)
    expect(asked).toEqual([
      [{ from: alice, to: stranger, value: '0x1', data: '0x', gas: '0x5208' }, '0x9'],
    ])
  })

  test.each<[string, () => unknown, object | undefined]>([
    ['names the call', revertsWith(named), { index: 1, reason: because('0x1234') }],
    [
      'names no call without the executor’s error',
      revertsWith('0x12'),
      { index: null, reason: because('0x12') },
    ],
    [
      'says that the gas was used up',
      revertsWith('0x', 'out of gas'),
      { index: null, reason: { why: 'all gas' } },
    ],
    ['says that it succeeds there', () => '0x', undefined],
  ])('%s', async (_, answer, failing) => {
    expect(await rerun(answer)).toEqual(says('run', failing))
  })
})

describe('nothing is said', () => {
  test.each<[string, () => unknown]>([
    ['while the node is silent', silence],
    ['where its state is gone', forgotten],
    [
      'where it only knows an error',
      () => {
        throw toError({ code: -32000, message: 'header not found' })
      },
    ],
  ])('%s', async (_, answer) => {
    expect(await rerun(answer)).toEqual([])
  })

  test('of a cancellation', async () => {
    expect(await found({ eth_call: () => '0x' }, atomic, { kind: 'cancel' } as never)).toEqual([])
  })
})

test('a re-org takes the explanation back', () => {
  const explained: Event = { type: 'explained', hash: hashOf('0'), by: 'run' }
  const events = [did.signed('0'), did.sealed('0', { status: '0x0' }, false), explained]
  expect(fold(events).transactions[0]?.explained).toEqual({ by: 'run' })
  expect(fold([...events, did.moved('0')]).transactions[0]).not.toHaveProperty('explained')
})

test('an older batch without it reads as before', () => {
  const events = [did.signed('0'), did.sealed('0', { status: '0x0' }, false), did.final]
  expect(fold(events).transactions[0]).not.toHaveProperty('explained')
})

test('what nobody could tell is asked again with each block, until it is known', async () => {
  await emptyDatabase()
  const place = await out()
  const { chain, batch, include } = place
  const next = async () => {
    chain.latest++
    await lookOn(place)
    return (await types(batch)).slice(3)
  }
  chain.answers = { ...chain.answers, eth_call: silence }
  include(keccak256(chain.sent[0] ?? '0x'), { status: '0x0' })
  expect(await next()).toEqual(['sealed'])
  expect(await codeOf(batch)).toBe(500)
  expect(await next()).toEqual(['sealed'])
  chain.answers = { ...chain.answers, eth_call: () => '0x' }
  expect(await next()).toEqual(['sealed', 'explained'])
  expect(await next()).toEqual(['sealed', 'explained'])
})
