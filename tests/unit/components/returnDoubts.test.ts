import { expect, test } from 'vitest'
import type { TokenFact } from '@/components/calls/tokenFacts'
import { returnDoubts } from '@/components/signing/returnDoubts'
import {
  signatureContentOf,
  type Coming,
  type ReadSignature,
  type SignedAsset,
} from '@/lib/decode/signatures/signatureReading'
import { alice, bob, stranger } from '../accounts'

const order = (returns: readonly Coming[], standard = 'CoW Protocol'): ReadSignature => {
  const asset: SignedAsset = { kind: 'token', address: bob }
  const given = { asset, amount: 5n, from: alice, to: null, how: 'moves', until: null } as const
  return {
    kind: 'read',
    ...signatureContentOf(standard, 'trade', { deals: [{ leaves: [given], returns }] }),
    doubts: [],
  }
}

const back = (asset: SignedAsset, amount: bigint | null, to = alice): Coming => ({
  asset,
  amount,
  to,
})
const token: SignedAsset = { kind: 'token', address: stranger }
const item: SignedAsset = { kind: 'item', address: stranger, id: 7n }
const coin: SignedAsset = { kind: 'coin' }

const as = (identity: TokenFact['identity'], decimals = 18) => ({
  [stranger]: { symbol: 'WETH', decimals, identity },
})
const listed = as({ is: 'listed' })

test.each<[string, Coming[], ReturnType<typeof as> | undefined, string[]]>([
  ['a listed token', [back(token, 10n ** 18n)], listed, []],
  ['a token that the account has', [back(token, 10n ** 18n)], as({ is: 'held' }), []],
  ['an unlisted token', [back(token, 10n ** 30n)], as({ is: 'unlisted' }), ['unlisted return']],
  ['a token, without the list', [back(token, 10n ** 30n)], as({ is: 'unchecked' }), []],
  [
    'a token with a false name',
    [back(token, 10n ** 30n)],
    as({ is: 'false', of: bob, symbol: 'WETH' }),
    ['unlisted return'],
  ],
  ['an item', [back(item, 1n)], listed, ['unlisted return']],
  ['an item and the coin', [back(item, 1n), back(coin, 10n ** 18n)], listed, []],
  ['an item and 1 wei of the coin', [back(item, 1n), back(coin, 1n)], listed, ['unlisted return']],
  [
    'an item and what a contract decides',
    [back(item, 1n), back(coin, null)],
    listed,
    ['unlisted return'],
  ],
  ['1 wei of a listed token', [back(token, 1n)], listed, ['gives for nothing']],
  ['1 wei of it and an item', [back(token, 1n), back(item, 1n)], listed, ['unlisted return']],
  ['a millionth of a token', [back(token, 10n ** 12n)], listed, ['gives for nothing']],
  ['more than a millionth', [back(token, 10n ** 12n + 1n)], listed, []],
  ['a unit of 6 decimals', [back(token, 1n)], as({ is: 'listed' }, 6), ['gives for nothing']],
  ['two units of 6 decimals', [back(token, 2n)], as({ is: 'listed' }, 6), []],
  ['one of a token without decimals', [back(token, 1n)], as({ is: 'listed' }, 0), []],
  ['an unlisted token for somebody else', [back(token, 1n, bob)], as({ is: 'unlisted' }), []],
  ['a token that is being read', [back(token, 1n)], undefined, []],
])('an order for %s', (_, returns, tokens, doubts) => {
  expect(returnDoubts(order(returns), tokens)).toEqual(doubts)
})

test('the outcomes of Polymarket are the only items of its exchange', () => {
  expect(returnDoubts(order([back(item, 1n)], 'Polymarket'), listed)).toEqual([])
})

test('only orders return something', () => {
  const reading = { ...order([back(item, 1n)]), deed: 'allow' as const }
  expect(returnDoubts(reading, listed)).toEqual([])
  expect(returnDoubts({ kind: 'unread', doubts: [] }, listed)).toEqual([])
})
