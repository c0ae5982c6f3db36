import { numberToHex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import type { ReplacementOffer } from '@/lib/batch/replacement'
import { verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'
import { emptyDatabase } from '../database'
import { storeBatch } from '../batch/batches'
import { fakeNode } from '../network/fakeNode'

beforeEach(emptyDatabase)

const offer: ReplacementOffer = {
  fees: { gasPrice: '0xb' },
  ceiling: '0x65',
  before: 90n,
  price: 11n,
  sent: 100n,
}

const priced = async (found: ReplacementOffer | 'too late', balance: number) => {
  fakeNode({
    eth_getBalance: () => numberToHex(balance),
    eth_feeHistory: () => ({ gasUsedRatio: [0.5], reward: [['0x1', '0x1', '0x1']] }),
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
