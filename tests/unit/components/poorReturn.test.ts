import { numberToHex, type Address } from 'viem'
import { expect, test } from 'vitest'
import type { TokenFact, Tokens } from '@/components/calls/tokenFacts'
import { isPoorOrder, isPoorTrade } from '@/components/prices/poorReturn'
import type { WorthOf } from '@/components/prices/usePrices'
import type { Change } from '@/lib/db/outcome'
import {
  signatureContentOf,
  type Coming,
  type Leaving,
  type ReadSignature,
  type SignedAsset,
} from '@/lib/decode/signatures/signatureReading'
import { alice, stranger } from '../accounts'

/** A dollar, a listed token without a price, one that goes by no name, and one that the account has. */
const dollar: Address = '0x00000000000000000000000000000000000000aa'
const unpriced: Address = '0x00000000000000000000000000000000000000bb'
const unlisted: Address = '0x00000000000000000000000000000000000000cc'
const held: Address = '0x00000000000000000000000000000000000000dd'
/** A listed token without a price, of which a unit is dust. */
const fine: Address = '0x00000000000000000000000000000000000000ee'
const fact = (is: 'listed' | 'held' | 'unlisted'): TokenFact => ({
  symbol: 'TKN',
  decimals: 0,
  balance: numberToHex(20_000n),
  identity: { is },
})
const tokens: Tokens = {
  [dollar]: fact('listed'),
  [unpriced]: fact('listed'),
  [unlisted]: fact('unlisted'),
  [held]: fact('held'),
  [fine]: { ...fact('listed'), decimals: 6 },
}

/** A dollar is one, a coin two thousand. */
const worthOf: WorthOf = (asset, amount, decimals) => {
  const price = { [dollar]: 1n, native: 2_000n }[asset]
  return price === undefined
    ? undefined
    : { value: (amount * price * 10n ** 8n) / 10n ** BigInt(decimals), at: 1 }
}
const silent: WorthOf = () => undefined
const old: WorthOf = () => 'old'

const coin: SignedAsset = { kind: 'coin' }
const token = (address: Address): SignedAsset => ({ kind: 'token', address })
const back = (asset: SignedAsset, amount: bigint | null, to = alice): Coming => ({
  asset,
  amount,
  to,
})

const order = (
  returns: readonly Coming[],
  over: Partial<Leaving> = {},
  deed: ReadSignature['deed'] = 'trade',
): ReadSignature => {
  const given: Leaving = {
    asset: token(dollar),
    amount: 10_000n,
    from: alice,
    to: null,
    how: 'moves',
    until: null,
    ...over,
  }
  return {
    kind: 'read',
    ...signatureContentOf('CoW Protocol', deed, { deals: [{ leaves: [given], returns }] }),
    doubts: [],
  }
}
const isPoor = (reading: ReadSignature, prices = worthOf) =>
  isPoorOrder(reading, tokens, 18, prices)
const half = 5n * 10n ** 17n

test.each<[string, ReadSignature, boolean]>([
  ['a tenth', order([back(token(dollar), 1_000n)]), true],
  ['more than a tenth', order([back(token(dollar), 1_001n)]), false],
  ['half a coin, which is a tenth', order([back(coin, half)]), true],
  ['more coin than that', order([back(coin, half + 10n ** 15n)]), false],
  ['two parts that are more', order([back(coin, half), back(token(dollar), 1n)]), false],
  [
    'a tenth, and much of what has no name',
    order([back(coin, half), back(token(unlisted), 10n ** 30n)]),
    true,
  ],
  [
    'little, and what has a name and no price',
    order([back(coin, 1n), back(token(unpriced), 1n)]),
    false,
  ],
  [
    'little, and an item',
    order([back(coin, half), back({ kind: 'item', address: unlisted, id: 1n }, 1n)]),
    true,
  ],
  ['little, and a token on no list', order([back(coin, half), back(token(held), 1n)]), true],
  ['little, and dust of a listed one', order([back(coin, half), back(token(fine), 1n)]), true],
  [
    'a tenth, and the rest for somebody else',
    order([back(coin, half), back(coin, 10n ** 19n, stranger)]),
    true,
  ],
  [
    'nothing but what has no name, which has a doubt of its own',
    order([back(token(unlisted), 1n)]),
    false,
  ],
  ['a tenth of all that there is', order([back(coin, 10n ** 18n)], { amount: null }), true],
  ['a tenth, by a permit', order([back(coin, half)], {}, 'allow'), false],
  [
    'what has no price for what has one',
    order([back(token(dollar), 1n)], { asset: token(unpriced) }),
    false,
  ],
])('an order for %s', (_, reading, poor) => {
  expect(isPoor(reading)).toBe(poor)
})

test('one poor order among several is enough', () => {
  const deals = [back(coin, 10n ** 19n), back(coin, 10n ** 17n)].flatMap(
    (one) => order([one]).deals,
  )
  expect(isPoor({ ...order([]), deals })).toBe(true)
})

test('without a price that counts nothing is poor', () => {
  for (const prices of [silent, old]) expect(isPoor(order([back(coin, 1n)]), prices)).toBe(false)
})

const change = (
  direction: Change['direction'],
  of: Address | 'native',
  amount: bigint,
): Change => ({
  asset: of === 'native' ? { standard: 'native' } : { standard: 'ERC20', address: of },
  direction,
  amount: numberToHex(amount),
})

const item: Change = {
  asset: { standard: 'ERC721', address: unlisted, tokenId: '0x7' },
  direction: 'in',
  amount: '0x1',
}

test.each<[string, Change[], boolean]>([
  ['a tenth', [change('in', 'native', half)], true],
  ['more', [change('in', 'native', half + 10n ** 15n)], false],
  ['nothing', [], false],
  ['a token that has no name', [change('in', unlisted, 1n)], false],
  ['a token without a price', [change('in', unpriced, 1n)], false],
  ['a sliver and an item', [change('in', 'native', 10n ** 12n), item], true],
  [
    'a sliver and a token on no list',
    [change('in', 'native', 10n ** 12n), change('in', held, 1n)],
    true,
  ],
  ['a sliver and dust', [change('in', 'native', 10n ** 12n), change('in', fine, 1n)], true],
  [
    'a sliver and a token without a price',
    [change('in', 'native', 10n ** 12n), change('in', fine, 10n)],
    false,
  ],
])('calls that bring %s', (_, gains, poor) => {
  const changes = [change('out', dollar, 10_000n), ...gains]
  expect(isPoorTrade(changes, tokens, 18, worthOf)).toBe(poor)
})
