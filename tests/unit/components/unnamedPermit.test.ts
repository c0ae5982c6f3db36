import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { TokenFact, Tokens } from '@/components/calls/tokenFacts'
import { unnamedPermit } from '@/components/signing/unnamedPermit'
import {
  signatureContentOf,
  type Leaving,
  type SignatureReading,
} from '@/lib/decode/signatures/signatureReading'
import { alice, bob, stranger } from '../accounts'

/** The token, of which the account holds 1,000 units. */
const token: Address = '0x00000000000000000000000000000000000000aa'
const held: TokenFact = {
  symbol: 'USDC',
  decimals: 6,
  balance: '0x3e8',
  identity: { is: 'listed' },
}
const tokens: Tokens = { [token]: held }
const place = { from: alice, tokens }

const allowed = (change: Partial<Leaving>): Leaving => ({
  asset: { kind: 'token', address: token },
  amount: 500n,
  from: alice,
  to: stranger,
  how: 'spends',
  until: 1_900_000_000n,
  ...change,
})

const permit = (
  leaves: readonly Leaving[],
  deed: 'allow' | 'trade' | 'send' = 'allow',
): SignatureReading => ({
  kind: 'read',
  ...signatureContentOf('Permit2', deed, { deals: [{ leaves, returns: [] }] }),
  doubts: [],
})

const isBob = (address: Address) => address === bob
const doubtsOf = (reading: SignatureReading) => unnamedPermit(reading, place, isBob)
const doubted = ['unnamed permit']

test.each<[string, Leaving[], string[]]>([
  ['half of the balance', [allowed({})], doubted],
  ['the whole balance', [allowed({ amount: 1_000n })], doubted],
  ['more than there is', [allowed({ amount: 2_000n })], doubted],
  ['all there is', [allowed({ amount: null })], doubted],
  ['less than half', [allowed({ amount: 499n })], []],
  [
    'parts of one token that make a half',
    [allowed({ amount: 250n }), allowed({ amount: 250n })],
    doubted,
  ],
  ['whoever uses the signature', [allowed({ to: null })], doubted],
  ['somebody with a name', [allowed({ to: bob, amount: null })], []],
  ['one with a name and one without', [allowed({ to: bob }), allowed({ amount: 600n })], doubted],
  ['nothing', [allowed({ amount: 0n })], []],
  [
    'what another account holds, a contract that the signer owns say',
    [allowed({ from: bob })],
    doubted,
  ],
  [
    'an item, be it one of many',
    [allowed({ asset: { kind: 'item', address: token, id: 7n }, amount: 1n })],
    doubted,
  ],
  [
    'an item, for somebody with a name',
    [allowed({ asset: { kind: 'item', address: token, id: 7n }, amount: 1n, to: bob })],
    [],
  ],
  [
    'a token of which the balance is unknown',
    [allowed({ asset: { kind: 'token', address: bob } })],
    doubted,
  ],
  ['none of such a token', [allowed({ asset: { kind: 'token', address: bob }, amount: 0n })], []],
  ['a transfer, whose receiver stands there', [allowed({ how: 'moves' })], []],
])('a permit over %s', (_, leaves, doubts) => {
  expect(doubtsOf(permit(leaves))).toEqual(doubts)
})

test('what comes next is doubted where the account holds nothing', () => {
  const empty: Tokens = { [token]: { ...held, balance: '0x0' } }
  expect(unnamedPermit(permit([allowed({})]), { from: alice, tokens: empty }, isBob)).toEqual(
    doubted,
  )
})

test('an allowance that is doubted for its limit is not doubted twice', () => {
  const reading = permit([allowed({ amount: null })])
  expect(doubtsOf({ ...reading, doubts: ['unlimited permit'] })).toEqual([])
})

test('nothing is said while balances are read', () => {
  const waiting = { from: alice, tokens: undefined }
  expect(unnamedPermit(permit([allowed({})]), waiting, isBob)).toEqual([])
})

test('orders and what is not read have doubts of their own', () => {
  expect(doubtsOf(permit([allowed({})], 'trade'))).toEqual([])
  expect(doubtsOf({ kind: 'unread', doubts: [] })).toEqual([])
})
