import { numberToHex, type Address } from 'viem'
import { expect, test } from 'vitest'
import { doubtsOfPayment } from '@/components/approvals/paymentDoubts'
import { namesFrom } from '@/components/calls/names'
import type { TokenFact, Tokens } from '@/components/calls/tokenFacts'
import type { Asset, Change } from '@/lib/db/outcome'
import { multicall3 } from '@/lib/decode/contracts'
import { assetKey } from '@/lib/simulate/material'
import type { Quote } from '@/lib/simulate/quote'
import { alice, bob, stranger } from '../accounts'

/** A listed token of which the account holds 1,000 whole ones, and one that nobody listed. */
const token: Address = '0x00000000000000000000000000000000000000aa'
const other: Address = '0x00000000000000000000000000000000000000bb'
const fact = (identity: TokenFact['identity']): TokenFact => ({
  symbol: 'TKN',
  decimals: 6,
  balance: numberToHex(1_000_000_000n),
  identity,
})
const tokens: Tokens = { [token]: fact({ is: 'listed' }), [other]: fact({ is: 'unlisted' }) }
const coin: Asset = { standard: 'native' }
const erc20: Asset = { standard: 'ERC20', address: token }
const unlisted: Asset = { standard: 'ERC20', address: other }
const item: Asset = { standard: 'ERC721', address: other, tokenId: '0x7' }

const going = (direction: Change['direction'], asset: Asset, amount: bigint): Change => ({
  asset,
  direction,
  amount: numberToHex(amount),
})
const out = (asset: Asset, amount: bigint) => going('out', asset, amount)
const into = (asset: Asset, amount: bigint) => going('in', asset, amount)

type Paying = Pick<Quote, 'verdict' | 'changes' | 'payees' | 'parties' | 'balance'>

/** Everything that leaves goes to one address. */
const paid = (changes: Change[], to: Address = stranger, over: Partial<Paying> = {}): Paying => ({
  verdict: 'succeeds',
  changes,
  payees: changes.flatMap((change) =>
    change.direction === 'out'
      ? [{ of: assetKey(change), to: [{ address: to, amount: change.amount }] }]
      : [],
  ),
  parties: [{ address: stranger, isNew: true }],
  balance: numberToHex(100n),
  ...over,
})

/** Bob is a contact; the names of the Universal Router and of an Aave pool ship with the wallet. */
const router: Address = '0x6fF5693b99212Da76ad316178A184AB56D299b43'
const pool: Address = '0x00000000000000000000000000000000000000dd'
const names = namesFrom(
  (address) => address === bob,
  (address) => [router, pool, multicall3].includes(address),
)
const doubtsOf = (paying: Paying) => doubtsOfPayment(paying, tokens, names)
const doubted = ['unnamed payment']
const half = 500_000_000n

test.each<[string, Paying, string[]]>([
  ['half of a token', paid([out(erc20, half)]), doubted],
  ['all of a token', paid([out(erc20, 2n * half)]), doubted],
  ['less than half of it', paid([out(erc20, half - 1n)]), []],
  ['half of the coin', paid([out(coin, 50n)]), doubted],
  ['less than half of the coin', paid([out(coin, 49n)]), []],
  ['an item', paid([out(item, 1n)]), doubted],
  ['little of one asset and all of another', paid([out(coin, 1n), out(erc20, 2n * half)]), doubted],
  ['all to somebody with a name', paid([out(erc20, 2n * half)], bob), []],
  [
    'all to somebody whom an earlier batch dealt with',
    paid([out(erc20, 2n * half)], stranger, { parties: [{ address: stranger, isNew: false }] }),
    [],
  ],
  ['all to nobody that anybody saw', paid([out(coin, 100n)], bob, { payees: [] }), doubted],
  ['what would fail', paid([out(coin, 100n)], stranger, { verdict: 'fails' }), []],
  ['all for a listed token', paid([out(coin, 100n), into(erc20, half)]), []],
  ['all for the coin', paid([out(erc20, 2n * half), into(coin, 10n ** 18n)]), []],
  ['all for a millionth of the coin', paid([out(erc20, half), into(coin, 10n ** 12n)]), doubted],
  ['all for dust of a listed token', paid([out(coin, 100n), into(erc20, 1n)]), doubted],
  ['all for a token on no list', paid([out(coin, 100n), into(unlisted, half)]), doubted],
  ['all for an item', paid([out(coin, 100n), into(item, 1n)]), doubted],
  // The next caller takes what a router or Multicall3 is paid.
  ['all to a router that anybody empties', paid([out(erc20, 2n * half)], router), doubted],
  ['all to Multicall3', paid([out(erc20, 2n * half)], multicall3), doubted],
  [
    'all of the coin to Multicall3, which sends it on',
    paid([out(coin, 100n)], multicall3),
    doubted,
  ],
  [
    'the same, that an earlier batch dealt with',
    paid([out(coin, 100n)], multicall3, { parties: [{ address: multicall3, isNew: false }] }),
    doubted,
  ],
  ['all into a named pool, for somebody else', paid([out(erc20, 2n * half)], pool), doubted],
  [
    'all into a named pool, for its listed token',
    paid([out(coin, 100n), into(erc20, half)], pool),
    [],
  ],
  ['less than half into a named pool', paid([out(erc20, half - 1n)], pool), []],
  ['an item for a sliver of the coin', paid([out(item, 1n), into(coin, 2n * 10n ** 12n)]), doubted],
  ['an item for much of the coin', paid([out(item, 1n), into(coin, 10n ** 18n)]), doubted],
  ['an item to a contact, and coin back', paid([out(item, 1n), into(coin, 10n ** 18n)], bob), []],
])('%s', (_, paying, doubts) => {
  expect(doubtsOf(paying)).toEqual(doubts)
})

test('what goes to somebody with a name does not hide what a stranger gets', () => {
  const change = out(erc20, 2n * half)
  const split = (strange: bigint) =>
    doubtsOf(
      paid([change], bob, {
        payees: [
          {
            of: assetKey(change),
            to: [
              { address: bob, amount: numberToHex(2n * half - strange) },
              { address: stranger, amount: numberToHex(strange / 2n) },
              { address: alice, amount: numberToHex(strange - strange / 2n) },
            ],
          },
        ],
      }),
    )
  expect(split(half)).toEqual(doubted)
  expect(split(half - 1n)).toEqual([])
})

test('a token of which nobody knows how much there is may be all of it', () => {
  const { balance: _, ...unread } = fact({ is: 'listed' })
  expect(doubtsOfPayment(paid([out(erc20, 1n)]), { [token]: unread }, names)).toEqual(doubted)
})
