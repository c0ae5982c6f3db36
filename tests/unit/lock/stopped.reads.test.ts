import { encodeErrorResult, pad, type Hex } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Transaction } from '@/lib/batch/state'
import type { Batch, Call } from '@/lib/db'
import { encodeBatch, executorErrors } from '@/lib/delegate/encode'
import { delegation, executor } from '@/lib/delegate/executor'
import { checkCall, lockedUntil } from '@/lib/lock/check'
import { revertsOf, wouldHave } from '@/lib/lock/stopped'
import { request } from '@/lib/network/node'
import { toError } from '@/lib/rpc/errors'
import { encodeBalanceOf } from '@/lib/simulate/tokens'
import { listed } from '../../chain/delegates'
import { hashOf, makeBatch, receiptOf } from '../batch/batches'
import { alice, bob, stranger } from '../accounts'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/network/node', () => ({ request: vi.fn() }))

const deadline = 1_700_000_000
const call: Call = { to: bob, value: '0x1', data: '0xab' }
const locks = [checkCall(stranger, alice, [{ token: bob, least: 3n }])]
const batch = makeBatch({ mode: 'atomic', calls: [call], locks })
const foreign: Batch = { ...batch, delegate: listed.metaMask }
const signed = [call, ...lockedUntil(locks, deadline)]

const transaction = (change: Partial<Transaction> = {}): Transaction =>
  ({
    hash: hashOf('0'),
    deadline,
    receipt: { ...receiptOf(hashOf('0'), { status: '0x0' }), blockNumber: '0x64' },
    ...change,
  }) as Transaction

const said = (index: bigint, data: Hex): Hex =>
  encodeErrorResult({ abi: executorErrors, errorName: 'ExecuteError', args: [index, data] })

type Answer = (...params: unknown[]) => unknown

const reverts =
  (data: Hex): Answer =>
  () => {
    throw toError({ code: 3, message: 'execution reverted', data })
  }
const refuses: Answer = () => {
  throw toError({ code: -32601, message: 'the method does not exist' })
}

let answers: Record<string, Answer>
const asked = (method: string) =>
  vi
    .mocked(request)
    .mock.calls.filter(([, of]) => of === method)
    .map(([, , params]) => params)

beforeEach(() => {
  answers = { debug_traceTransaction: refuses, eth_call: () => '0x' }
  vi.mocked(request)
    .mockReset()
    .mockImplementation(async (_, method, params) =>
      Promise.resolve((answers[method] ?? refuses)(...params)),
    )
})

describe('how a batch reverted', () => {
  const { receipt: _, ...unseen } = transaction()
  const passed = transaction({ receipt: receiptOf(hashOf('0')) })

  test.each<[string, Batch, Transaction]>([
    ['has no locks', makeBatch({ mode: 'atomic', calls: [call] }), transaction()],
    ['did not revert', batch, passed],
    ['is in no block', batch, unseen],
  ])('is not asked where it %s', async (_, of, one) => {
    expect(await revertsOf(of, one)).toBeUndefined()
    expect(await wouldHave(of, one, bob)).toBeUndefined()
    expect(request).not.toHaveBeenCalled()
  })

  test('is run again in the block before, with its gas and the deadline that was signed', async () => {
    answers.eth_call = reverts(said(1n, '0x12'))
    expect(await revertsOf(batch, transaction())).toEqual({ again: said(1n, '0x12') })
    const data = encodeBatch(signed, executor)
    expect(asked('eth_call')).toEqual([[{ from: alice, to: alice, data, gas: '0x5208' }, '0x63']])
    expect(asked('debug_traceTransaction')).toEqual([[hashOf('0'), { tracer: 'callTracer' }]])
  })

  test('is run in its own block where it passes in the one before', async () => {
    answers.eth_call = (_, block) => (block === '0x63' ? '0x' : reverts(said(1n, '0x34'))())
    expect(await revertsOf(batch, transaction())).toEqual({
      again: undefined,
      late: said(1n, '0x34'),
    })
  })

  test('is not made up where a node refuses to run it', async () => {
    answers.eth_call = refuses
    expect(await revertsOf(batch, transaction())).toEqual({ again: undefined, late: undefined })
  })

  test('is read from a trace, and then not run in its own block', async () => {
    const frames = signed.map(({ to, value, data }) => ({
      type: 'CALL',
      from: alice,
      to,
      value,
      input: data,
    }))
    const last = { ...frames[1], error: 'execution reverted', output: '0x56' }
    const top = { type: 'CALL', from: alice, to: alice, calls: [frames[0], last] }
    answers.debug_traceTransaction = () => ({ ...top, output: '0x78' })
    const read = { named: said(1n, '0x56'), traced: '0x78', again: undefined }
    expect(await revertsOf(batch, transaction())).toEqual(read)
    answers.debug_traceTransaction = () => top
    expect(await revertsOf(batch, transaction())).toEqual({ ...read, traced: '0x' })
    expect(asked('eth_call')).toHaveLength(2)
  })

  test('by an upgrade is run with the code that the account got by it', async () => {
    await revertsOf({ ...batch, upgrade: true }, transaction())
    const override = { [alice]: { code: delegation(executor) } }
    expect(asked('eth_call')).toEqual([
      [expect.anything(), '0x63', override],
      [expect.anything(), '0x64', override],
    ])
  })
})

describe('how a batch reverted behind another executor', () => {
  const named = said(1n, '0x1234')
  const asOurs = (_: unknown, __: unknown, override?: object) => override !== undefined

  test('is told by ours, run in its place', async () => {
    answers.eth_call = (...params) =>
      asOurs(params[0], params[1], params[2] as object | undefined)
        ? reverts(named)()
        : reverts('0xff1234')()
    expect(await revertsOf(foreign, transaction())).toMatchObject({ again: named })
    expect(asked('eth_call')).toEqual([
      [
        { from: alice, to: alice, data: encodeBatch(signed, listed.metaMask), gas: '0x5208' },
        '0x63',
      ],
      [
        { from: alice, to: alice, data: encodeBatch(signed, executor) },
        '0x63',
        { [alice]: { code: delegation(executor) } },
      ],
    ])
  })

  test('is not told where its own passes, whatever ours would say', async () => {
    answers.eth_call = (...params) => (params[2] ? reverts(named)() : '0x')
    expect(await revertsOf(foreign, transaction())).toEqual({ again: undefined, late: undefined })
    expect(asked('eth_call').map(([, block]) => block)).toEqual(['0x63', '0x64'])
  })

  test.each<[string, Hex, Answer]>([
    ['it says something else', '0xff1235', reverts(named)],
    ['ours passes', '0xff1234', () => '0x'],
    ['ours says nothing', '0xff1234', reverts('0x1234')],
  ])('is not told where %s', async (_, words, ours) => {
    answers.eth_call = (...params) => (params[2] ? ours(...params) : reverts(words)())
    expect(await revertsOf(foreign, transaction())).toEqual({ again: undefined, late: undefined })
  })
})

describe('what there would have been without the locks', () => {
  const answered = (status: Hex, returnData?: Hex) => () => [
    {
      calls: [
        { status, returnData: '0x' },
        { status: '0x1', returnData },
      ],
    },
  ]

  test('is what the account has behind the site’s calls alone, in the block before', async () => {
    answers.eth_simulateV1 = answered('0x1', pad('0x1f4'))
    expect(await wouldHave(batch, transaction(), bob)).toBe('0x1f4')
    const input = encodeBatch([call], executor)
    const data = encodeBalanceOf({ standard: 'ERC20' }, alice)
    const calls = [
      { from: alice, to: alice, input, gas: '0x5208' },
      { to: bob, input: data },
    ]
    expect(asked('eth_simulateV1')).toEqual([
      [{ blockStateCalls: [{ stateOverrides: {}, calls }] }, '0x63'],
    ])
  })

  test('is read with the code of an upgrade', async () => {
    answers.eth_simulateV1 = answered('0x1', pad('0x1'))
    await wouldHave({ ...batch, upgrade: true }, transaction(), bob)
    const stateOverrides = { [alice]: { code: delegation(executor) } }
    expect(asked('eth_simulateV1')).toMatchObject([
      [{ blockStateCalls: [{ stateOverrides }] }, '0x63'],
    ])
  })

  test.each<[string, Answer]>([
    ['the calls fail', answered('0x0', pad('0x1f4'))],
    ['the token says nothing', answered('0x1', '0x')],
    ['the token says too little', answered('0x1', '0x01')],
    ['the node leaves it out', answered('0x1')],
    ['the node answers nothing', () => null],
    ['the node answers no block', () => []],
    ['the node refuses', refuses],
  ])('is unknown where %s', async (_, answer) => {
    answers.eth_simulateV1 = answer
    expect(await wouldHave(batch, transaction(), bob)).toBeUndefined()
  })
})
