import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import { assertFrozen, freeze, hashOf, type FrozenTerms } from '@/lib/batch/freeze'
import { alice, bob, stranger } from '../accounts'
import { sponsorTerms } from './sponsoredBatches'

const code = `0x${'12'.repeat(32)}` as const
const lock = { to: alice, value: '0x7', data: '0x' } as const

const plain: FrozenTerms = {
  key: 'k',
  origin: 'https://dapp.example',
  id: '0x1',
  method: 'wallet_sendCalls',
  from: alice,
  chainId: 8453,
  genesis: null,
  mode: 'atomic',
  calls: [{ to: bob, value: '0x1', data: '0x', gas: '0x5208' }],
  delegate: stranger,
  upgrade: true,
  gas: ['0x5208'],
  fees: { maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1' },
}

const charges = [{ token: stranger, amount: '0x64' as const }]

describe('a batch that an earlier version of the wallet has stored passes still:', () => {
  test.each<[string, Partial<FrozenTerms>, Hash]>([
    ['a plain one', {}, '0x2b2bd9455f8d87e9945755b7164304d25a7dc2c4d3550ccc10641c0fd182b398'],
    [
      'without a limit for its call',
      { calls: [lock] },
      '0x8169bfa7688fba391f6c7d4b9b2deac27f34ac8c5cce0f6c71e511f9091c4e45',
    ],
    [
      'with a gas price',
      { fees: { gasPrice: '0x2' } },
      '0x210a110c179c27a1ad196c619c1201a16401a8fc053341bf578086b8a44c9cae',
    ],
    [
      'that replaces a delegate',
      { replaces: stranger },
      '0xebed81665288540fb3b85f7b6ac8df3ac320df511795fcdd27a206af058f9307',
    ],
    [
      'that takes one off',
      { revokes: stranger },
      '0xae2a1a830692833b957882b8b673fab578552d37d1a4a2deb245fe6f3d861ebf',
    ],
    [
      'that fills a gap',
      { nonce: 0 },
      '0xb1e0b66b4e426280e3cd0a0bb83c3ef47c24ee5cf7e55f57380dac38306a3b8a',
    ],
    [
      'with locks',
      { locks: [lock] },
      '0x05df5fb3b20cdacc55bb9cd764b52f0ee841463a475d3da2ff6607168cde4f0d',
    ],
    [
      'with who checks them',
      { checkers: [{ address: bob, code }] },
      '0x0df1a12690b0d59b7056d07f540bec33e70926089d2f275b25c63e53f4a6d01a',
    ],
    [
      'that somebody else pays for',
      { sponsor: sponsorTerms },
      '0xc30f0b470ac7e268ce26f2c436a90bd5fb3590500098b57985c16309aa2b30ea',
    ],
    [
      'with what the site told who pays',
      { sponsor: { ...sponsorTerms, context: '{}' } },
      '0x3cf3bae3b701d4c9705c3d5298b9fab340d9d944ac3560fc599e564f100a3794',
    ],
    [
      'with what that costs',
      { sponsor: { ...sponsorTerms, charges } },
      '0x8130b7b35c52a079c62c01ab6b058157f69881375b0443c59b02b349c6999feb',
    ],
  ])('%s', (_, terms, hash) => {
    const batch = freeze({ ...plain, ...terms }, 1)
    expect(batch.hash).toBe(hash)
    expect(() => assertFrozen({ ...batch, hash })).not.toThrow()
  })
})

test('an approved batch is live and shown, since its approval', () => {
  expect(freeze(plain, 77)).toEqual({
    ...plain,
    hash: hashOf(plain),
    createdAt: 77,
    live: 1,
    shown: 1,
  })
})

test('the same terms under another key have another hash, however many were hashed in between', () => {
  const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`)
  const all = () => keys.map((key) => hashOf({ ...plain, key }))
  const first = all()
  expect(new Set(first).size).toBe(40)
  expect(all()).toEqual(first)
  expect(hashOf({ ...plain, key: 'key 0', id: '0x2' })).not.toBe(first[0])
  expect(hashOf({ ...plain, key: 'key 0' })).toBe(first[0])
})
