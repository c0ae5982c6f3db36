import { beforeEach, describe, expect, test } from 'vitest'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { fakeNode } from '../network/fakeNode'
import { call, connectOnBase, request, simulated, succeeds, well } from './simulatingNode'

beforeEach(connectOnBase)

test.each<[string, bigint, boolean]>([
  ['enough', 143_750n * 201n + 1000n + 10n, false],
  ['one wei too little', 143_750n * 201n + 1000n + 9n, true],
])('the balance covers values, ceiling and L1 fee, or not: %s', async (_, balance, isShort) => {
  fakeNode({ ...well, eth_getBalance: () => `0x${balance.toString(16)}` })
  expect(await quoteBatch(request())).toMatchObject({ isShort })
})

describe('calls that send more than there is', () => {
  // Two transfers of 21,000 and 15 %.
  const fee = 48_300n * 201n + 1000n
  const rich = { ...call, value: '0xde0b6b3a7640000' } as const
  const short = async (balance: bigint, change: object = {}) => {
    fakeNode({ ...well, eth_getBalance: () => `0x${balance.toString(16)}`, ...change })
    return (await quoteBatch(request({ calls: [call, rich] }), 'sequence')).isShort
  }

  test('need only the fee where all succeed: what they send comes in between', async () => {
    expect(await short(fee)).toBe(false)
    expect(await short(fee - 1n)).toBe(true)
  })

  test.each<[string, object[]]>([
    ['fails', [succeeds, { ...succeeds, status: '0x0' }]],
    ['is unknown', [succeeds]],
  ])('need all where one %s', async (_, outcomes) => {
    expect(await short(fee, { eth_simulateV1: simulated(...outcomes) })).toBe(true)
  })
})
