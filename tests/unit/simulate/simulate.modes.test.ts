import type { Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { fitsOneTransaction } from '@/lib/batch/size'
import type { Call } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { knownFact, remember } from '@/lib/network/facts'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { listed } from '../../chain/delegates'
import { fakeNode } from '../network/fakeNode'
import { alice, stranger } from '../accounts'
import {
  call,
  chain,
  genesis,
  connectOnBase,
  request,
  simulates,
  succeeds,
  using,
  well,
} from './simulatingNode'

beforeEach(connectOnBase)

type Known = Parameters<typeof chain>
const foreign = delegation(stranger)

describe('the modes a batch can run in', () => {
  const big: Call = { ...call, data: `0x${'00'.repeat(70_000)}` }
  const must = { atomicRequired: true }
  const both = ['atomic', 'sequence']

  test.each<[string, Known, Hex, Partial<BatchRequest>, readonly string[], boolean]>([
    ['upgraded or in order', [], '0x', {}, both, true],
    ['delegated', [], delegation(executor), {}, both, false],
    ['it must be atomic', [], '0x', must, ['atomic'], true],
    ['one call', [], '0x', { calls: [call] }, ['one'], false],
    ['one that must be atomic', [false], '0x', { calls: [call], ...must }, ['one'], false],
    ['a foreign delegate', [], foreign, {}, ['sequence', 'atomic'], false],
    ['a foreign delegate, but it must be atomic', [], foreign, must, ['atomic'], true],
    ['a foreign delegate that cannot be replaced', [true, false], foreign, {}, ['sequence'], false],
    ['a contract', [], '0x6001', {}, ['sequence'], false],
    ['no EIP-7702', [false], '0x', {}, ['sequence'], false],
    ['no executor', [true, false], '0x', {}, ['sequence'], false],
    ['too many bytes for one', [], '0x', { calls: [big, big] }, ['sequence'], false],
  ])('%s', async (_, known, code, change, modes, upgrade) => {
    await chain(...known)
    fakeNode({ ...well, eth_getCode: () => code })
    const quote = await quoteBatch(request(change))
    expect(quote).toMatchObject({ modes, mode: modes[0], upgrade })
    expect(quote.gas).toHaveLength(modes[0] === 'sequence' ? 2 : 1)
  })

  test.each<[string, Known, Hex, number]>([
    ['no EIP-7702', [false], '0x', 5710],
    ['no executor', [true, false], '0x', 5760],
    ['a foreign delegate that cannot be replaced', [true, false], foreign, 5760],
    ['a contract', [], '0x6001', 5760],
  ])('are none where it must be atomic and cannot: %s', async (_, known, code, error) => {
    await chain(...known)
    fakeNode({ ...well, eth_getCode: () => code })
    await expect(quoteBatch(request(must))).rejects.toMatchObject({ code: error })
  })

  test('are the one that the user asked for, if it can be', async () => {
    fakeNode(well)
    expect(await quoteBatch(request(), 'sequence')).toMatchObject({
      mode: 'sequence',
      upgrade: false,
      gas: ['0x5e56', '0x5e56'],
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
  // Data of the longest batch that our executor's encoding allows: ERC-7821 wraps it once more.
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
