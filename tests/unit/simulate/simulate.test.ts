import { numberToHex, type Address } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import { encodeBatch } from '@/lib/delegate/encode'
import { delegation, executor } from '@/lib/delegate/executor'
import { knownFact } from '@/lib/network/facts'
import { cachePlan } from '@/lib/simulate/planCache'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { fakeNode } from '../network/fakeNode'
import { alice, bob, stranger } from '../accounts'
import {
  call,
  callsIn,
  genesis,
  connectOnBase,
  pending,
  request,
  simulates,
  succeeds,
  well,
  type Payload,
} from './simulatingNode'

beforeEach(connectOnBase)

test('a batch is quoted in its best mode: upgraded, atomic, with a ceiling', async () => {
  // Tests of other files may have quoted it in this process: eight others are known instead.
  for (let other = 0; other < 8; other++) cachePlan(other as never, {} as never)
  const { asked } = fakeNode(well)
  const quote = await quoteBatch(request())
  expect(quote).toEqual({
    modes: ['atomic', 'sequence'],
    mode: 'atomic',
    delegate: executor,
    upgrade: true,
    account: { kind: 'plain', delegate: null },
    verdict: 'succeeds',
    calls: [
      { status: 'succeeds', gas: '0x5208' },
      { status: 'succeeds', gas: '0x5208' },
    ],
    // (100,000 + 25,000 for the authorization) and 15 % for drift.
    gas: ['0x23186'],
    fees: { maxFeePerGas: '0xc9', maxPriorityFeePerGas: '0x1' },
    offer: {
      speeds: { normal: { maxFeePerGas: '0xc9', maxPriorityFeePerGas: '0x1' } },
      waits: {},
      baseFee: '0x64',
    },
    spends: '0xa',
    parties: [{ address: stranger, isNew: true }],
    ceiling: `0x${(143_750n * 201n).toString(16)}`,
    l1Fee: '0x3e8',
    value: '0xa',
    balance: '0xde0b6b3a7640000',
    isShort: false,
    tokens: {},
    blocked: null,
    block: { number: '0x10', hash: genesis },
    changes: [],
    payees: [],
    allowances: [],
    unchecked: [],
    wei: '0xde0b6b3a7640000',
    // Nothing stands where the router would be.
    open: 'network',
  })
  expect(await knownFact('genesis:8453')).toBe(genesis)
  const params = (method: string) => asked.find((one) => one.method === method)?.params
  const simulations = asked
    .filter(({ method }) => method === 'eth_simulateV1')
    .map(({ params }) => params as [Payload, string])
  // The real transaction has paid 25,000 gas at 101 wei for its upgrade by then, and 1000 wei for the L1.
  const balance = numberToHex(10n ** 18n - 25_000n * 101n - 1000n)
  for (const [index, [payload, block]] of simulations.entries()) {
    expect(block).toBe('pending')
    expect(payload).toMatchObject({ traceTransfers: true })
    expect(payload.blockStateCalls.at(-1)?.stateOverrides[alice]).toEqual({
      code: delegation(executor),
      ...(index < 2 ? {} : { balance }),
    })
  }
  const whole = { from: alice, to: alice, input: encodeBatch([call, call], executor) }
  expect(simulations.map(([payload]) => callsIn(payload))).toMatchObject([
    // Gas limits: twice the cap, to notice too much; one by one; and as they are to be signed.
    [{ ...whole, gas: '0x2000000' }],
    [{ value: '0x5' }, { value: '0x5' }],
    [{ ...whole, gas: '0x1cfde', gasPrice: '0x65' }],
    // And in the other block that it may land in.
    [{ ...whole, gas: '0x1cfde', gasPrice: '0x65' }],
  ])
  expect(simulations.map(([{ validation }]) => validation)).toEqual([false, false, true, true])
  // A contract sees price, base fee, randomness, number and time as in the real transaction.
  expect(simulations[2]?.[0].blockStateCalls.at(-1)?.blockOverrides).toEqual({
    baseFeePerGas: '0x64',
    gasLimit: '0x3938700',
    prevRandao: pending.mixHash,
    number: '0x11',
    time: '0x6553f10c',
  })
  expect(
    simulations[3]?.[0].blockStateCalls.map(({ blockOverrides: { number, time } }) => [
      number,
      time,
    ]),
  ).toEqual([
    ['0x11', '0x6553f10c'],
    ['0x12', '0x6553f118'],
  ])
  expect(params('eth_getBalance')).toEqual([alice, 'pending'])
})

test('no limit is lower than what nodes ask for the data of the transaction', async () => {
  const many: Call = { ...call, data: `0x${'ff'.repeat(3000)}` }
  fakeNode({ ...well, eth_simulateV1: simulates(() => succeeds, succeeds) })
  const { gas, ceiling } = await quoteBatch(request({ calls: [many, many] }))
  expect(Number(gas[0])).toBeGreaterThan(21_000 + 6000 * 40)
  expect(BigInt(ceiling)).toBe(BigInt(gas[0] ?? 0) * 201n)
})

test.each(['eth_getCode', 'eth_getBalance'])(
  'nothing is quoted while the node does not answer %s',
  async (method) => {
    fakeNode({
      ...well,
      [method]: () => {
        throw new TypeError('silence')
      },
    })
    await expect(quoteBatch(request())).rejects.toMatchObject({ code: 4901 })
  },
)

test('a call that drives another own account is blocked', async () => {
  fakeNode(well)
  const calls = [call, { to: bob.toLowerCase() as Address, value: '0x0', data: '0x12' } as const]
  expect(await quoteBatch(request({ calls }))).toMatchObject({ blocked: 'own account' })
})

test('a node of another chain is not quoted from', async () => {
  fakeNode({ ...well, eth_chainId: () => '0x1' })
  await expect(quoteBatch(request())).rejects.toMatchObject({ code: 4901 })
  expect(await knownFact('genesis:8453')).toBeUndefined()
})
