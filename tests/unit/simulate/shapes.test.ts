import {
  concat,
  encodeAbiParameters,
  encodeErrorResult,
  numberToHex,
  type Address,
  type Hex,
} from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { executorErrors } from '@/lib/delegate/encode'
import { reasonOf } from '@/lib/simulate/revertReason'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import type { Reason } from '@/lib/db/outcome'
import { reverted } from '@/lib/simulate/reason'
import { fakeNode, nodeError } from '../network/fakeNode'
import { says, sentence } from './reasons'
import {
  call,
  callsIn,
  connectOnBase,
  failed,
  type Payload,
  request,
  simulates,
  succeeds,
  well,
} from './simulatingNode'

const refusal = sentence('not enough')
const named = (index: bigint, reason: Hex) =>
  encodeErrorResult({ abi: executorErrors, errorName: 'ExecuteError', args: [index, reason] })

const node = (text: string): Reason => ({ why: 'node', text })

describe('why a call failed is read', () => {
  const nothing = reverted('0x')
  const not = says('not enough')
  test.each<[string, object, Reason]>([
    ['from a text', { error: 'execution reverted: not enough' }, node('not enough')],
    ['from a text that says nothing', { error: 'execution reverted' }, nothing],
    ['from data within a text', { error: `Reverted ${refusal}` }, not],
    [
      'from geth’s error',
      { error: { code: 3, message: 'execution reverted', data: refusal } },
      not,
    ],
    [
      'from anvil’s return data',
      { error: { code: -3200, message: 'execution failed' }, returnData: refusal },
      not,
    ],
    ['from return data alone', { returnData: refusal }, not],
    ['from an error without data', { error: { code: 3, data: null } }, nothing],
    [
      'from the node’s words on what is no revert',
      { error: { code: -32015, message: 'vm execution error: out of gas' } },
      node('out of gas'),
    ],
    ['from the gas it took', { gasUsed: '0xffff' }, { why: 'all gas' }],
    ['as nothing where nothing is said', {}, nothing],
    ['as an executor names it', { returnData: named(1n, refusal) }, reverted(named(1n, refusal))],
    [
      'raw where it is unknown',
      { returnData: '0xdeadbeef00' },
      { why: 'reverted', data: '0xdeadbeef00', size: 5 },
    ],
    [
      'cut where it is long',
      { returnData: `0x${'01'.repeat(5000)}` },
      { why: 'reverted', data: `0x${'01'.repeat(2048)}`, size: 5000 },
    ],
    [
      'cut where the node’s text is long',
      { error: 'so it is '.repeat(99) },
      node(`${'so it is '.repeat(99).slice(0, 199)}…`),
    ],
    ['as nothing where the node’s data are no hex', { returnData: 5 }, nothing],
  ])('%s', (_, shape, reason) => {
    expect(reasonOf({ status: '0x0', gasUsed: '0x5208', ...shape }, '0xffff')).toEqual(reason)
  })
})

beforeEach(connectOnBase)

describe('the whole transaction', () => {
  test.each([
    ['as our executor names it', named(1n, refusal)],
    [
      'as Ithaca’s names it',
      encodeErrorResult({
        abi: executorErrors,
        errorName: 'CallFailed',
        args: [1n, 100n, refusal],
      }),
    ],
  ])('names the call that fails, although one by one they succeed: %s', async (_, returnData) => {
    fakeNode({ ...well, eth_simulateV1: simulates(() => succeeds, { ...failed, returnData }) })
    expect(await quoteBatch(request())).toMatchObject({
      verdict: 'fails',
      failing: { index: 1, reason: says('not enough') },
      calls: [{ status: 'succeeds' }, { status: 'fails', reason: says('not enough') }],
    })
  })

  test('decides where a call fails only by itself', async () => {
    fakeNode({ ...well, eth_simulateV1: simulates((_, index) => (index ? succeeds : failed)) })
    const quote = await quoteBatch(request())
    expect(quote).toMatchObject({ verdict: 'succeeds', calls: [{ status: 'succeeds' }, {}] })
    expect(quote.failing).toBeUndefined()
  })

  test('that needs what its limit does not give fails, in the end', async () => {
    const hungry = (payload: Payload) =>
      simulates(
        () => succeeds,
        Number(callsIn(payload)[0]?.gas) > 0x1000000 ? { ...succeeds, gasUsed: '0x186a0' } : failed,
      )(payload)
    fakeNode({ ...well, eth_simulateV1: hungry })
    expect(await quoteBatch(request())).toMatchObject({ verdict: 'fails', changes: [] })
  })
})

describe('a node that refuses to simulate because one call sends too much', () => {
  /**
   * Answers `eth_simulateV1` as geth, Nethermind and anvil do: an error that names no call, as soon as one
   * sends more than the balance. Each call without value brings `comes` wei in.
   */
  const refusing = (code: number, message: string, comes: bigint) => (payload: Payload) => {
    let wei = 10n ** 18n
    for (const { value } of callsIn(payload)) {
      wei -= BigInt(value ?? 0)
      if (wei < 0n) throw nodeError(code, message)
      if (BigInt(value ?? 0) === 0n) wei += comes
    }
    const [block] = simulates(() => succeeds)(payload)
    const last = block?.calls.at(-1) as { returnData: Hex }
    const balance = encodeAbiParameters([{ type: 'uint256' }], [wei])
    const head = numberToHex(2n ** 255n + 32n)
    return [
      {
        ...block,
        calls: [
          ...(block?.calls.slice(0, -1) ?? []),
          { ...last, returnData: concat([head, balance]) },
        ],
      },
    ]
  }
  const send = (value: bigint) => ({ ...call, value: numberToHex(value) })
  const ether = 10n ** 18n

  test.each([
    [-38014, 'insufficient funds for transfer'],
    [-32003, 'Insufficient funds for gas * price + value'],
    [-32000, 'err: insufficient balance for transfer: address 0x00'],
  ])('has the call named: %s', async (code, message) => {
    fakeNode({ ...well, eth_simulateV1: refusing(code, message, 0n) })
    const calls = [send(1n), send(ether), send(1n)]
    expect(await quoteBatch(request({ calls }), 'sequence')).toMatchObject({
      verdict: 'fails',
      failing: { index: 1, reason: { why: 'balance' } },
      calls: [{ status: 'succeeds' }, { status: 'fails' }, { status: 'unknown' }],
    })
  })

  test('has it named behind what came in before it', async () => {
    fakeNode({ ...well, eth_simulateV1: refusing(-38014, 'insufficient', ether) })
    const calls = [send(ether), send(0n), send(ether), send(0n), send(ether), send(1n)]
    expect(await quoteBatch(request({ calls }), 'sequence')).toMatchObject({
      failing: { index: 5 },
    })
    expect(await quoteBatch(request({ calls: calls.slice(0, 5) }), 'sequence')).toMatchObject({
      verdict: 'succeeds',
    })
  })
})

test('what a node leaves without gas is unknown, not failing', async () => {
  const used = { ...succeeds, gasUsed: '0xf00000' }
  const starved = { ...failed, gasUsed: '0x7a120', error: 'out of gas' }
  const eth_simulateV1 = simulates((_, index) => (index < 3 ? used : starved))
  fakeNode({ ...well, eth_simulateV1 })
  const calls = [call, call, call, call]
  const quote = await quoteBatch(request({ calls }), 'sequence')
  expect(quote).toMatchObject({ verdict: 'unknown', calls: [{}, {}, {}, { status: 'unknown' }] })
})

describe('the questions', () => {
  const asked = async (calls: (typeof call | { to: Address; value: Hex; data: Hex })[]) => {
    const node = fakeNode(well)
    await quoteBatch(request({ calls }))
    return node.asked.filter(({ method }) => method === 'eth_simulateV1').length
  }

  test('are one for a payment, and for others two more the first time, then one', async () => {
    expect(await asked([{ ...call, value: '0x61' }])).toBe(1)
    const calls = [{ ...call, value: '0x62' as const }, call]
    expect(await asked(calls)).toBe(4)
    expect(await asked(calls)).toBe(3)
  })
})
