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
import { call, chain, genesis, request, simulated, succeeds, well } from './scene'

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
    ceiling: `0x${(143_750n * 201n).toString(16)}`,
    ...{ l1Fee: '0x3e8', value: '0xa', balance: '0xde0b6b3a7640000', isShort: false },
    ...{ tokens: {}, blocked: null },
  })
  expect(await knownFact('genesis:8453')).toBe(genesis)
  const params = (method: string) => asked.find((one) => one.method === method)?.params
  expect(params('eth_estimateGas')).toEqual([
    { from: alice, to: alice, value: '0x0', data: encodeBatch([call, call], executor) },
    'pending',
    { [alice]: { code: delegation(executor) } },
  ])
  expect(params('eth_simulateV1')).toMatchObject([
    { blockStateCalls: [{ stateOverrides: { [alice]: { code: delegation(executor) } } }] },
    'pending',
  ])
  expect(params('eth_getBalance')).toEqual([alice, 'pending'])
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
    fakeNode({ ...well, eth_estimateGas: () => '0xffffff' })
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
  fakeNode({ ...well, eth_getBlockByNumber, eth_estimateGas: () => '0x1b7740' })
  expect(await quoteBatch(request())).toMatchObject({ modes: ['sequence'], mode: 'sequence' })
  await expect(quoteBatch(request({ atomicRequired: true }))).rejects.toMatchObject({
    code: 5740,
    message: expect.stringMatching(/needs \d+ gas, at most 2000000/) as unknown,
  })
  expect(await knownFact('blockGas:8453')).toBe(2_000_000)
})

test.each<[string, bigint, boolean]>([
  ['enough', 143_750n * 201n + 1000n + 10n, false],
  ['one wei too little', 143_750n * 201n + 1000n + 9n, true],
])('the balance covers values, ceiling and L1 fee, or not: %s', async (_, balance, isShort) => {
  fakeNode({ ...well, eth_getBalance: () => `0x${balance.toString(16)}` })
  expect(await quoteBatch(request())).toMatchObject({ isShort })
})

describe('calls that send more than there is', () => {
  const fee = 143_750n * 201n + 1000n
  const rich = { ...call, value: '0xde0b6b3a7640000' } as const
  const short = async (balance: bigint, change: object = {}) => {
    fakeNode({ ...well, eth_getBalance: () => `0x${balance.toString(16)}`, ...change })
    return (await quoteBatch(request({ calls: [call, rich] }))).isShort
  }

  test('need only the fee where all succeed: what they send comes in between', async () => {
    expect(await short(fee)).toBe(false)
    expect(await short(fee - 1n)).toBe(true)
  })

  test.each<[string, object[]]>([
    ['fails', [succeeds, { ...succeeds, status: '0x0' }]],
    ['is unknown', [succeeds]],
  ])('need all where one %s', async (_, outcomes) => {
    expect(await short(fee, { eth_simulateV1: () => simulated(...outcomes) })).toBe(true)
  })
})

test.each(['eth_estimateGas', 'eth_getBalance'])(
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
