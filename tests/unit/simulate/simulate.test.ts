import type { Address, Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BatchRequest } from '@/lib/batch/request'
import { fitsOneTransaction } from '@/lib/batch/size'
import type { Call } from '@/lib/db'
import { encodeBatch } from '@/lib/delegate/encode'
import { delegation, executor } from '@/lib/delegate/executor'
import { knownFact, remember } from '@/lib/network/facts'
import { quoteBatch } from '@/lib/simulate/simulate'
import { listed } from '../../chain/delegates'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/nodes'
import { alice, bob, stranger } from '../people'
import { connectSite } from '../site/wallet'
import {
  call,
  callsIn,
  chain,
  genesis,
  pending,
  request,
  simulates,
  succeeds,
  well,
  type Payload,
} from './scene'

const using = (gas: Hex) => ({ ...succeeds, gasUsed: gas, maxUsedGas: gas })

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
  await chain()
})

test('a batch is quoted in its best mode: upgraded, atomic, with a ceiling', async () => {
  const { asked } = fakeNode(well)
  const quote = await quoteBatch(request())
  expect(quote).toEqual({
    ...{ modes: ['atomic', 'sequence'], mode: 'atomic', delegate: executor, upgrade: true },
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
      ...{ waits: {}, baseFee: '0x64' },
    },
    spends: '0xa',
    parties: [{ address: stranger, isNew: true }],
    ceiling: `0x${(143_750n * 201n).toString(16)}`,
    ...{ l1Fee: '0x3e8', value: '0xa', balance: '0xde0b6b3a7640000', isShort: false },
    ...{ tokens: {}, blocked: null, block: { number: '0x10', hash: genesis } },
    ...{ changes: [], payees: [], allowances: [], unchecked: [] },
  })
  expect(await knownFact('genesis:8453')).toBe(genesis)
  const params = (method: string) => asked.find((one) => one.method === method)?.params
  const simulations = asked
    .filter(({ method }) => method === 'eth_simulateV1')
    .map(({ params }) => params as [Payload, string])
  for (const [payload, block] of simulations) {
    expect(block).toBe('pending')
    expect(payload).toMatchObject({ traceTransfers: true })
    expect(payload.blockStateCalls[0].stateOverrides[alice]).toEqual({
      code: delegation(executor),
    })
  }
  const whole = { from: alice, to: alice, input: encodeBatch([call, call], executor) }
  expect(simulations.map(([payload]) => callsIn(payload))).toMatchObject([
    // Twice the cap, so that too much is seen; one by one; and with what is to be signed.
    [{ ...whole, gas: '0x2000000' }],
    [{ value: '0x5' }, { value: '0x5' }],
    [{ ...whole, gas: '0x1cfde', gasPrice: '0x65' }],
  ])
  expect(simulations.map(([{ validation }]) => validation)).toEqual([false, false, true])
  // What a contract can know a look by is as it will be.
  expect(simulations[2]?.[0].blockStateCalls[0].blockOverrides).toEqual({
    ...{ baseFeePerGas: '0x64', gasLimit: '0x3938700', prevRandao: pending.mixHash },
  })
  expect(params('eth_getBalance')).toEqual([alice, 'pending'])
})

test('no limit is lower than what nodes ask for the data of the transaction', async () => {
  const many: Call = { ...call, data: `0x${'ff'.repeat(3000)}` }
  fakeNode({ ...well, eth_simulateV1: simulates(() => succeeds, succeeds) })
  const { gas, ceiling } = await quoteBatch(request({ calls: [many, many] }))
  expect(Number(gas[0])).toBeGreaterThan(21_000 + 6000 * 40)
  expect(BigInt(ceiling)).toBe(BigInt(gas[0] ?? 0) * 201n)
})

describe('the modes a batch can run in', () => {
  const big: Call = { ...call, data: `0x${'00'.repeat(70_000)}` }
  test.each<[string, () => Promise<void>, Hex, Partial<BatchRequest>, readonly string[], boolean]>([
    ['upgraded or in order', () => chain(), '0x', {}, ['atomic', 'sequence'], true],
    ['delegated', () => chain(), delegation(executor), {}, ['atomic', 'sequence'], false],
    ['it must be atomic', () => chain(), '0x', { atomicRequired: true }, ['atomic'], true],
    ['one call', () => chain(), '0x', { calls: [call] }, ['one'], false],
    [
      'one that must be atomic',
      () => chain(false),
      '0x',
      { calls: [call], atomicRequired: true },
      ['one'],
      false,
    ],
    ['a foreign delegate', () => chain(), delegation(stranger), {}, ['sequence', 'atomic'], false],
    [
      'a foreign delegate, but it must be atomic',
      ...([
        () => chain(),
        delegation(stranger),
        { atomicRequired: true },
        ['atomic'],
        true,
      ] as const),
    ],
    [
      'a foreign delegate that cannot be replaced',
      ...([() => chain(true, false), delegation(stranger), {}, ['sequence'], false] as const),
    ],
    ['a contract', () => chain(), '0x6001', {}, ['sequence'], false],
    ['no EIP-7702', () => chain(false), '0x', {}, ['sequence'], false],
    ['no executor', () => chain(true, false), '0x', {}, ['sequence'], false],
    ['too many bytes for one', () => chain(), '0x', { calls: [big, big] }, ['sequence'], false],
  ])('%s', async (_, prepare, code, change, modes, upgrade) => {
    await prepare()
    fakeNode({ ...well, eth_getCode: () => code })
    const quote = await quoteBatch(request(change))
    expect(quote).toMatchObject({ modes, mode: modes[0], upgrade })
    expect(quote.gas).toHaveLength(modes[0] === 'sequence' ? 2 : 1)
  })

  test.each<[string, () => Promise<void>, Hex, number]>([
    ['no EIP-7702', () => chain(false), '0x', 5710],
    ['no executor', () => chain(true, false), '0x', 5760],
    [
      'a foreign delegate that cannot be replaced',
      () => chain(true, false),
      delegation(stranger),
      5760,
    ],
    ['a contract', () => chain(), '0x6001', 5760],
  ])('are none where it must be atomic and cannot: %s', async (_, prepare, code, error) => {
    await prepare()
    fakeNode({ ...well, eth_getCode: () => code })
    await expect(quoteBatch(request({ atomicRequired: true }))).rejects.toMatchObject({
      code: error,
    })
  })

  test('are the one that the user asked for, if it can be', async () => {
    fakeNode(well)
    expect(await quoteBatch(request(), 'sequence')).toMatchObject({
      ...{ mode: 'sequence', upgrade: false, gas: ['0x5e56', '0x5e56'] },
    })
    expect(await quoteBatch(request({ atomicRequired: true }), 'sequence')).toMatchObject({
      mode: 'atomic',
    })
  })

  test('are bound by the gas of one transaction', async () => {
    fakeNode({ ...well, eth_simulateV1: simulates(() => succeeds, using('0xffffff')) })
    expect(await quoteBatch(request())).toMatchObject({ modes: ['sequence'], mode: 'sequence' })
    await expect(quoteBatch(request({ atomicRequired: true }))).rejects.toMatchObject({
      code: 5740,
      message: expect.stringMatching(/needs \d+ gas, at most 16777216/) as unknown,
    })
  })
})

test('bytes are counted as the executor takes them', async () => {
  // As long as our executor's encoding of two such calls can be: ERC-7821 wraps it once more.
  let length = 65_000
  const calls = (): Call[] => [call, { ...call, data: `0x${'11'.repeat(2 * length)}` }]
  while (fitsOneTransaction(calls())) length++
  length--
  await remember(`canary:8453:${alice}:${listed.metaMask}`, true)
  fakeNode({ ...well, eth_getCode: () => delegation(listed.metaMask) })
  expect(await quoteBatch(request({ calls: calls() }))).toMatchObject({ modes: ['sequence'] })
  await expect(quoteBatch(request({ calls: calls(), atomicRequired: true }))).rejects.toMatchObject(
    { code: 5740 },
  )
  fakeNode({ ...well, eth_getCode: () => delegation(executor) })
  expect(await quoteBatch(request({ calls: calls() }))).toMatchObject({ mode: 'atomic' })
})

test('the gas of one transaction is bound by a whole block’s', async () => {
  const eth_getBlockByNumber = (tag: string) =>
    tag === '0x0' ? { hash: genesis } : { baseFeePerGas: '0x64', gasLimit: '0x1e8480' }
  const eth_simulateV1 = simulates(() => succeeds, using('0x1b7740'))
  fakeNode({ ...well, eth_getBlockByNumber, eth_simulateV1 })
  expect(await quoteBatch(request())).toMatchObject({ modes: ['sequence'], mode: 'sequence' })
  await expect(quoteBatch(request({ atomicRequired: true }))).rejects.toMatchObject({
    code: 5740,
    message: expect.stringMatching(/needs \d+ gas, at most 2000000/) as unknown,
  })
  expect(await knownFact('blockGas:8453')).toBe(2_000_000)
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
