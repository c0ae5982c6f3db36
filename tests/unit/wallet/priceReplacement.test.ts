import { numberToHex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import type { ReplacementOffer } from '@/lib/batch/replacement'
import { verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'
import { emptyDatabase } from '../database'
import { storeBatch } from '../batch/batches'
import { fakeNode, type Answers } from '../network/fakeNode'

beforeEach(emptyDatabase)

const offer: ReplacementOffer = {
  fees: { gasPrice: '0xb' },
  ceiling: '0x65',
  before: 90n,
  price: 11n,
  sent: 100n,
  written: { data: ['0x1234', '0x'], upgrade: false },
}

const priced = async (
  found: ReplacementOffer | 'too late',
  balance: number,
  answers: Answers = {},
) => {
  fakeNode({
    eth_getBalance: () => numberToHex(balance),
    eth_feeHistory: () => ({ gasUsedRatio: [0.5], reward: [['0x1', '0x1', '0x1']] }),
    eth_call: () => '0x0',
    ...answers,
  })
  const { key } = await storeBatch({ mode: 'one', chainId: 8453 })
  const services = { runner: { price: () => Promise.resolve(found) } } as unknown as WalletServices
  return verbs.priceReplacement({ key, by: 'same' }, services)
}

test('a replacement is priced exactly, with all that speaks against its fee', async () => {
  expect(await priced(offer, 10_000)).toEqual({
    fees: { gasPrice: '0xb' },
    ceiling: '0x65',
    before: '0x5a',
    balance: '0x2710',
    l1Fee: '0x0',
    isUsualKnown: true,
    doubts: ['fee above amount', 'fee above share', 'fee above usual'],
    changed: [],
  })
})

test('a fee within its bounds raises no doubt', async () => {
  const calm = { ...offer, price: 10n, ceiling: '0x64' } as const
  expect(await priced(calm, 10_000)).toMatchObject({ ceiling: '0x64', doubts: [] })
})

test('what is no longer open has no price', async () => {
  expect(await priced('too late', 0)).toBe('too late')
})

test('what Base takes for the data is told beside the gas, and counts in each comparison of the fee', async () => {
  const calm = { ...offer, price: 10n, ceiling: '0x64' } as const
  const asked: string[] = []
  const eth_call = ({ data }: { data: string }) => {
    asked.push(data)
    return '0x1'
  }
  expect(await priced(calm, 10_000, { eth_call })).toMatchObject({
    ceiling: '0x64',
    l1Fee: '0x1',
    doubts: ['fee above amount', 'fee above share'],
  })
  expect(asked).toEqual([expect.stringContaining('1234')])
})

test('a fee that nobody could compare with recent ones is told to be one', async () => {
  const calm = { ...offer, price: 1_000n, ceiling: '0x64' } as const
  const eth_feeHistory = () => null
  expect(await priced(calm, 10_000, { eth_feeHistory })).toMatchObject({
    isUsualKnown: false,
    doubts: [],
  })
})
