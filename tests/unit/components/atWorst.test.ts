import { maxUint256, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { atWorst } from '@/components/signing/atWorst'
import type { Leaving } from '@/lib/decode/signatures/signatureReading'
import { alice, bob, stranger } from '../accounts'

const line: Leaving = {
  asset: { kind: 'token', address: bob },
  amount: 5n,
  from: alice,
  to: stranger,
  how: 'spends',
  until: null,
}
const identity = { is: 'listed' } as const

const held = (balance: bigint) => ({
  from: alice,
  tokens: { [bob]: { symbol: 'T', decimals: 6, balance: numberToHex(balance), identity } },
})

test.each<[string, Partial<Leaving>, bigint, bigint | undefined]>([
  ['less than there is', {}, 9n, 5n],
  ['more than there is', {}, 3n, 3n],
  ['all there is', { amount: maxUint256 }, 250_000n, 250_000n],
  ['all of it, whatever that makes', { amount: null }, 7n, 7n],
  ['what another account has', { from: stranger }, 9n, undefined],
  ['a transfer or an order of less than there is', { how: 'moves' }, 9n, 5n],
  ['a transfer or an order of more than there is', { how: 'moves' }, 3n, 3n],
  ['another account’s transfer', { how: 'moves', from: stranger }, 9n, undefined],
  ['the coin', { asset: { kind: 'coin' } }, 9n, undefined],
  ['a token nobody knows', { asset: { kind: 'token', address: stranger } }, 9n, undefined],
])('what can be lost of %s', (_, change, balance, lost) => {
  expect(atWorst({ ...line, ...change }, held(balance))).toBe(lost)
})

test('nothing is said before the balance is known', () => {
  expect(atWorst(line, { from: alice, tokens: undefined })).toBeUndefined()
  expect(
    atWorst(line, {
      from: alice,
      tokens: { [bob]: { symbol: 'T', decimals: 6, identity } },
    }),
  ).toBeUndefined()
})
