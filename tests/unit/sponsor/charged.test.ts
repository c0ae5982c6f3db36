import { encodeAbiParameters, parseAbiParameters, type Hex } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { withCharge } from '@/lib/simulate/charged'
import type { Plan } from '@/lib/simulate/plan'
import type { Pricing } from '@/lib/simulate/pricing'
import type { Change } from '@/lib/db/outcome'
import type { CallOutcome, SimulatedPlan } from '@/lib/simulate/quote'
import { readSetOf } from '@/lib/simulate/readSetOf'
import { takeReadings } from '@/lib/simulate/readings'
import { runWithReads } from '@/lib/simulate/runWithReads'
import { chargingData } from '@/lib/sponsor/charge'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { executor } from '@/lib/delegate/executor'
import { alice, bob } from '../accounts'
import { emptyDatabase } from '../database'
import { operation } from './operations'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/simulate/runWithReads', async (original) => ({
  ...(await original<object>()),
  runWithReads: vi.fn(),
  runLogs: () => [],
}))
vi.mock('@/lib/simulate/readSetOf', () => ({ readSetOf: vi.fn() }))
vi.mock('@/lib/simulate/readings', () => ({ takeReadings: vi.fn() }))

const token = bob
const hash: Hex = `0x${'ab'.repeat(32)}`
/** A paymaster that pays, and wants to be called again. */
const pays = encodeAbiParameters(parseAbiParameters('bytes, uint256'), ['0x1234', 0n])

const plan = {
  chainId: 31337,
  from: alice,
  calls: [],
  mode: 'atomic',
  delegate: executor,
  upgrade: false,
  caller: entryPoint,
  ahead: [],
} as unknown as Plan

const pricing = { offer: {}, surroundings: {} } as unknown as Pricing

const taken = {
  asset: { standard: 'ERC20', address: token },
  direction: 'out',
  amount: '0x64',
} as const

const foreseen = (verdict: SimulatedPlan['verdict'], changes: object[] = []) =>
  ({
    verdict,
    changes,
    payees: [],
    unchecked: [],
    tokens: {},
    gas: ['0x5208'],
  }) as unknown as SimulatedPlan

const succeeds: CallOutcome = { status: 'succeeds', gas: '0x1' }
const fails: CallOutcome = { status: 'fails', gas: '0x1', reason: { why: 'balance' } }

/** The calls of each look, with their receivers. */
const looks = () =>
  vi.mocked(runWithReads).mock.calls.map(([, sent]) => sent.map(({ to, data }) => ({ to, data })))

/** The calls of the account end so, the paymaster's succeed. */
const simulates = (calls: CallOutcome) => {
  vi.mocked(runWithReads).mockImplementation((_, sent, wants) =>
    Promise.resolve({
      wants,
      runs: [{ results: [{ returnData: pays }], time: 1n }],
      sent: [],
      outcomes: sent.map(({ to }) => (to === operation.paymaster ? succeeds : calls)),
    } as unknown as Awaited<ReturnType<typeof runWithReads>>),
  )
  vi.mocked(readSetOf).mockImplementation((_, wants) => wants)
  takes([taken])
}

/** The account loses so much in all. */
const takes = (changes: Change[]) => {
  vi.mocked(takeReadings).mockReturnValue({
    changes,
    allowances: [],
    unchecked: new Set(),
    tokens: {},
    rises: new Map(),
    owners: new Map(),
  })
}

beforeEach(async () => {
  await emptyDatabase()
  vi.mocked(runWithReads).mockReset()
})

const charged = (outcome: SimulatedPlan) =>
  withCharge(plan, operation, hash, pricing, outcome, true)

describe('what a paymaster takes', () => {
  test('of calls that succeed is shown beside what they do', async () => {
    simulates(succeeds)
    expect(await charged(foreseen('succeeds'))).toMatchObject({
      verdict: 'succeeds',
      changes: [taken],
      charges: [{ token, amount: '0x64' }],
    })
    const [first] = looks().slice(-1)
    expect(first?.at(-1)?.data).toBe(chargingData(operation, '0x1234', true))
  })

  test('is also what the calls bring and is gone in the end', async () => {
    simulates(succeeds)
    takes([])
    const arrives = { ...taken, direction: 'in' } as const
    expect(await charged(foreseen('succeeds', [arrives]))).toMatchObject({
      changes: [],
      charges: [{ token, amount: '0x64' }],
    })
  })

  test('is only what is less than without it, and what is no token has no amount', async () => {
    simulates(succeeds)
    const item = { standard: 'ERC721', address: alice, tokenId: '0x7' } as const
    const leaves: Change = { asset: item, direction: 'out', amount: '0x1' }
    takes([{ ...taken, amount: '0x60' }, leaves])
    const found = await charged(foreseen('succeeds', [taken]))
    expect(found.changes).toEqual([taken, leaves])
    expect(found.charges).toBeUndefined()
  })

  test.each([
    ['were seen to fail', 'fails', succeeds],
    ['fail once it has taken that', 'succeeds', fails],
  ] as const)('of calls that %s is shown, too', async (_, verdict, calls) => {
    simulates(calls)
    expect(await charged(foreseen(verdict))).toMatchObject({
      verdict: 'fails',
      changes: [taken],
      charges: [{ token, amount: '0x64' }],
    })
    const last = looks().at(-1) ?? []
    expect(last.every(({ to }) => to === operation.paymaster)).toBe(true)
    expect(last.at(-1)?.data).toBe(chargingData(operation, '0x1234', false))
  })

  test('of calls of which nobody could tell is shown, if it was seen', async () => {
    simulates({ status: 'unknown', reason: { why: 'gas cap' } })
    expect((await charged(foreseen('unknown'))).charges).toEqual([{ token, amount: '0x64' }])
  })

  test('and could not be seen is unchecked, also where the calls fail', async () => {
    vi.mocked(runWithReads).mockRejectedValue(new Error('the node has no such method'))
    const found = await charged(foreseen('fails'))
    expect(found).toMatchObject({ unchecked: ['changes'] })
    expect(found.charges).toBeUndefined()
  })

  test('is nothing only where that was seen', async () => {
    simulates(succeeds)
    takes([])
    // Its paymaster looks at what became of the calls, and may charge for stopped ones.
    expect(await charged(foreseen('succeeds'))).toMatchObject({ charges: [], isCalledAfter: true })
  })

  test('and is no amount of a token stands among the changes, and is not told as nothing', async () => {
    const item = {
      asset: { standard: 'ERC721', address: token, tokenId: '0x1' },
      direction: 'out',
      amount: '0x1',
    } as const
    simulates(succeeds)
    takes([item, taken])
    const found = await charged(foreseen('succeeds'))
    expect(found.changes).toEqual([item, taken])
    expect(found.charges).toBeUndefined()
  })
})
