import { beforeEach, describe, expect, test } from 'vitest'
import { encodeBatch } from '@/lib/delegate/encode'
import { delegation, executor } from '@/lib/delegate/executor'
import { remember } from '@/lib/network/facts'
import { append } from '@/lib/batch/journal'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { did, storeBatch } from '../batch/batches'
import { fakeNode } from '../network/fakeNode'
import { listed } from '../../chain/delegates'
import { alice, bob } from '../accounts'
import {
  call,
  callsIn,
  failed,
  connectOnBase,
  request,
  simulated,
  simulates,
  succeeds,
  well,
  type Payload,
} from './simulatingNode'

beforeEach(connectOnBase)

/** Quotes a batch of one call; `results` are what the node says of all calls it is asked for. */
const quoted = async (...results: object[]) => {
  const { asked } = fakeNode({ ...well, eth_simulateV1: simulated(...results) })
  const quote = await quoteBatch(request({ calls: [call] }))
  const payload = asked.find(({ method }) => method === 'eth_simulateV1')?.params[0] as Payload
  return { quote, values: callsIn(payload).map(({ value }) => value), asked }
}

describe('a batch behind one that is in no block yet', () => {
  const before = { chainId: 8453, calls: [{ ...call, value: '0x7' as const }] }

  test('is simulated after its calls, and told of its own outcome', async () => {
    const { key } = await storeBatch({ ...before, mode: 'one' })
    await append(key, [did.signed('0'), did.sent('0')], 1)
    const { quote, values, asked } = await quoted(succeeds, failed)
    expect(values).toEqual(['0x7', '0x5'])
    expect(quote).toMatchObject({ calls: [{ status: 'fails' }], verdict: 'fails' })
    // `eth_estimateGas` does not know the calls ahead.
    expect(asked.map(({ method }) => method)).not.toContain('eth_estimateGas')
  })

  test('has its gas from the whole transaction as it comes after them', async () => {
    await storeBatch({ ...before, mode: 'one' })
    fakeNode(well)
    // 100,000 gas, 25,000 for the authorization, and 15 % for drift.
    expect((await quoteBatch(request())).gas).toEqual(['0x23186'])
  })

  test('fails where the whole transaction would fail after them', async () => {
    await storeBatch({ ...before, mode: 'one' })
    fakeNode({ ...well, eth_simulateV1: simulates(() => succeeds, failed) })
    expect(await quoteBatch(request())).toMatchObject({
      verdict: 'fails',
      failing: { index: null },
      calls: [{ status: 'unknown' }, { status: 'unknown' }],
    })
  })

  test('gets at least the gas that its site suggests', async () => {
    await storeBatch({ ...before, mode: 'one' })
    fakeNode({ ...well, eth_simulateV1: simulated(succeeds, succeeds) })
    const quote = await quoteBatch(request({ calls: [call], suggestedGas: '0x2dc6c0' }))
    expect(quote.gas).toEqual(['0x2dc6c0'])
  })

  test('needs a balance for both', async () => {
    await storeBatch({ ...before, mode: 'one', calls: [{ ...call, value: '0xde0b6b3a7640000' }] })
    expect((await quoted(succeeds, failed)).quote.isShort).toBe(true)
  })

  test.each<[string, Parameters<typeof append>[1]]>([
    ['in a block', [did.signed('0'), did.sent('0'), did.included('0')]],
    ['stopped', [did.stopped()]],
  ])('is simulated alone once that is %s', async (_, events) => {
    const { key } = await storeBatch({ ...before, mode: 'one' })
    await append(key, events, 1)
    expect((await quoted(succeeds)).values).toEqual(['0x5'])
  })

  test('comes after the calls that one in order has left', async () => {
    const { key } = await storeBatch({
      chainId: 8453,
      mode: 'sequence',
      gas: ['0x1', '0x1'],
      calls: [
        { ...call, value: '0x8' },
        { ...call, value: '0x9' },
      ],
    })
    await append(key, [did.signed('0'), did.included('0')], 1)
    expect((await quoted(succeeds, succeeds)).values).toEqual(['0x9', '0x5'])
  })

  test('is simulated after the very transaction of an atomic one, upgraded as that is', async () => {
    const upgraded = {
      mode: 'atomic' as const,
      upgrade: true,
      delegate: executor,
      gas: ['0x186a0' as const],
    }
    const { calls } = await storeBatch({ ...before, ...upgraded, calls: [call, call] })
    const { asked } = await quoted(succeeds, succeeds)
    const payload = asked.find(({ method }) => method === 'eth_simulateV1')?.params[0] as Payload
    const input = encodeBatch(calls, executor)
    expect(callsIn(payload)).toMatchObject([{ to: alice, value: '0x0', input }, { value: '0x5' }])
    expect(payload.blockStateCalls[0].stateOverrides[alice]).toEqual({ code: delegation(executor) })
  })

  test('is simulated after the calls of one that ran through other code', async () => {
    await remember(`canary:8453:${alice}:${listed.metaMask}`, true)
    await storeBatch({ ...before, mode: 'atomic', delegate: listed.metaMask, calls: [call, call] })
    const { asked } = fakeNode(well)
    await quoteBatch(request({ atomicRequired: true }))
    const payload = asked.find(({ method }) => method === 'eth_simulateV1')?.params[0] as Payload
    expect(callsIn(payload).slice(0, 2)).toMatchObject([{ value: '0x5' }, { value: '0x5' }])
  })

  test('does not wait for another account’s or chain’s', async () => {
    await storeBatch({ ...before, mode: 'one', from: bob })
    await storeBatch({ ...before, mode: 'one', chainId: 84532 })
    expect((await quoted(succeeds)).values).toEqual(['0x5'])
  })

  test('that is asked for once more does not come after itself', async () => {
    const { key } = await storeBatch({ ...before, mode: 'one' })
    fakeNode({ ...well, eth_simulateV1: simulated(succeeds) })
    const quote = await quoteBatch(request({ calls: [call] }), 'one', key)
    expect(quote.verdict).toBe('succeeds')
  })
})
