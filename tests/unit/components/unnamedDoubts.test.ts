import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { namesFrom } from '@/components/calls/names'
import type { TokenFact, Tokens } from '@/components/calls/tokenFacts'
import { unnamedDoubts } from '@/components/signing/unnamedDoubts'
import { multicall3 } from '@/lib/decode/contracts'
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

/** Bob is a contact; the names of the Universal Router and of Multicall3 ship with the wallet. */
const router: Address = '0x6fF5693b99212Da76ad316178A184AB56D299b43'
const names = namesFrom(
  (address) => address === bob,
  (address) => [router, multicall3].includes(address),
)
const doubtsOf = (reading: SignatureReading) => unnamedDoubts(reading, place, names)
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
  [
    'all there is, to a router that a shipped list names',
    [allowed({ to: router, amount: null })],
    [],
  ],
  [
    'all there is, to Multicall3, which anybody drives',
    [allowed({ to: multicall3, amount: null })],
    doubted,
  ],
])('a permit over %s', (_, leaves, doubts) => {
  expect(doubtsOf(permit(leaves))).toEqual(doubts)
})

test('what comes next is doubted where the account holds nothing', () => {
  const empty: Tokens = { [token]: { ...held, balance: '0x0' } }
  expect(unnamedDoubts(permit([allowed({})]), { from: alice, tokens: empty }, names)).toEqual(
    doubted,
  )
})

test('an allowance that is doubted for its limit is not doubted twice', () => {
  const reading = permit([allowed({ amount: null })])
  expect(doubtsOf({ ...reading, doubts: ['unlimited permit'] })).toEqual([])
})

test('nothing is said while balances are read', () => {
  const waiting = { from: alice, tokens: undefined }
  expect(unnamedDoubts(permit([allowed({})]), waiting, names)).toEqual([])
})

const paid = ['unnamed payment']

test.each<[string, Partial<Leaving>[], string[]]>([
  ['half of the balance', [{}], paid],
  ['200,000 of 250,000', [{ amount: 800n }], paid],
  ['less than half', [{ amount: 499n }], []],
  ['two parts that make a half', [{ amount: 250n }, { amount: 250n }], paid],
  ['all, to somebody with a name', [{ to: bob, amount: 1_000n }], []],
  ['all, to a router that anybody empties', [{ to: router, amount: 1_000n }], paid],
  ['all, to Multicall3', [{ to: multicall3, amount: 1_000n }], paid],
  ['all, to whoever uses the signature', [{ to: null, amount: 1_000n }], paid],
  ['nothing', [{ amount: 0n }], []],
  ['an item', [{ asset: { kind: 'item', address: token, id: 7n }, amount: 1n }], paid],
  [
    'what an app keeps, of which nobody here knows how much',
    [{ asset: { kind: 'written', text: '5 USDC' } }],
    paid,
  ],
  [
    'the same, to somebody with a name',
    [{ asset: { kind: 'written', text: '5 USDC' }, to: bob }],
    [],
  ],
  [
    'a part, beside an allowance of the rest',
    [{ amount: 250n }, { how: 'spends', amount: 250n }],
    ['unnamed permit', 'unnamed payment'],
  ],
])('a transfer by signature of %s', (_, changes, doubts) => {
  const leaves = changes.map((change) => allowed({ how: 'moves', ...change }))
  expect(doubtsOf(permit(leaves, 'send'))).toEqual(doubts)
})

test('a transfer is doubted beside an allowance without limit', () => {
  const reading = permit([allowed({ how: 'moves' })], 'send')
  expect(doubtsOf({ ...reading, doubts: ['unlimited permit'] })).toEqual(paid)
})

test('orders and what is not read have doubts of their own', () => {
  expect(doubtsOf(permit([allowed({})], 'trade'))).toEqual([])
  expect(doubtsOf({ kind: 'unread', doubts: [] })).toEqual([])
})
