import { beforeEach, describe, expect, test } from 'vitest'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { reverted } from '@/lib/simulate/reason'
import { fakeNode } from '../network/fakeNode'
import { says, sentence } from './reasons'
import { connectOnBase, request, simulated, simulates, succeeds, well } from './simulatingNode'

beforeEach(connectOnBase)

describe('what a call would do', () => {
  const reason = sentence('not enough')
  test.each<[string, object, object]>([
    ['by its return data', { returnData: reason }, { status: 'fails', reason: says('not enough') }],
    ['by geth’s error', { error: { code: 3, data: reason } }, { reason: says('not enough') }],
    ['by a text', { error: 'reverted', returnData: '0x' }, { reason: reverted('0x') }],
  ])('is told where it fails: %s', async (_, failure, outcome) => {
    const failed = { status: '0x0', gasUsed: '0x5208', ...failure }
    fakeNode({ ...well, eth_simulateV1: simulated(succeeds, failed) })
    expect((await quoteBatch(request(), 'sequence')).calls).toMatchObject([
      { status: 'succeeds' },
      outcome,
    ])
  })

  test('is unknown where the node cannot tell, and leaves out no call', async () => {
    fakeNode({ ...well, eth_simulateV1: simulated(succeeds) })
    expect((await quoteBatch(request(), 'sequence')).calls).toMatchObject([
      { status: 'succeeds' },
      { status: 'unknown' },
    ])
  })

  test('never reads as safe where the whole would fail', async () => {
    const failed = { status: '0x0', gasUsed: '0x5208', returnData: reason }
    fakeNode({ ...well, eth_simulateV1: simulates(() => succeeds, failed) })
    expect(await quoteBatch(request())).toMatchObject({
      verdict: 'fails',
      failing: { index: null, reason: says('not enough') },
      calls: [
        { status: 'unknown', reason: says('not enough') },
        { status: 'unknown', reason: says('not enough') },
      ],
    })
  })

  test('counts the gas before refunds', async () => {
    const refunded = { ...succeeds, maxUsedGas: undefined, gasUsed: '0x2710' }
    fakeNode({ ...well, eth_simulateV1: simulated(refunded, refunded) })
    expect((await quoteBatch(request())).calls[0]).toMatchObject({ gas: '0x30d4' })
  })
})
