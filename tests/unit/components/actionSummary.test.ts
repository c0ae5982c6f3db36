import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { actionSummary, tenseOf, type ActionScene } from '@/components/calls/actionSummary'
import type { TokenFact } from '@/components/calls/tokenFacts'
import { t } from '@/components/text/messages'
import { shortHex } from '@/components/text/shortHex'
import type { Call } from '@/lib/db'
import type { Allowance, Asset, Change, Expected, Payee } from '@/lib/db/outcome'
import { assetKey } from '@/lib/simulate/material'
import { alice, bob, stranger } from '../accounts'
import { usdc, weth } from '../decode/encode'
import { allowance as allowanceOf, change, token } from '../simulate/outcomes'
import { call, permit2, place, transfer, transferFrom } from './callSamples'

const eth: Asset = { standard: 'native' }
const other: Address = '0x3333333333333333333333333333333333333333'
const item: Asset = { standard: 'ERC721', address: other, tokenId: '0x2a' }

const accounts = [{ address: bob, name: 'Savings' }]

const scene = (
  tokens: Record<Address, TokenFact> = {},
  contacts: ActionScene['contacts'] = [],
): ActionScene => ({
  place: { ...place, tokens: { ...place.tokens, ...tokens } },
  accounts,
  contacts,
})

const outcome = (over: Partial<Expected> = {}): Expected => ({
  verdict: 'succeeds',
  changes: [],
  payees: [],
  allowances: [],
  unchecked: [],
  ...over,
})

/** Says who gets what leaves by `one`, all of it to a single receiver unless parts are given. */
const paid = (one: Change, ...to: Payee[]) => ({
  changes: [one],
  payees: [{ of: assetKey(one), to }],
})

const allowance = (left: bigint | 'all', over: Partial<Allowance> = {}) =>
  allowanceOf(left, { token: usdc, ...over })

/** Sentences on an outcome, in English, as one who reads them finds them. */
const said = (
  expected: Expected,
  code: 100 | 200 | 400 | 500 | 600 = 200,
  at = scene(),
  calls: Call[] = [],
) => actionSummary({ expected, calls }, code, at).actions.map(({ id, values }) => t(id, ...values))

const minus = (asset: Asset, amount: bigint) => change(asset, -amount)
const hundred = minus(token(usdc), 100_000_000n)
const coin = minus(eth, 10n ** 17n)
const whole = ({ amount }: Change, address: Address): Payee => ({ address, amount })

const swap = outcome({ changes: [hundred, change(eth, 5n * 10n ** 16n)] })
const sent = outcome(paid(coin, whole(coin, bob)))
const allowed = outcome({ allowances: [allowance(100_000_000n)] })

test.each<[string, Expected, string[]]>([
  ['one for another', swap, ['Swapped 100 USDC → 0.05 ETH']],
  [
    'an item',
    outcome({ changes: [coin, change(item, 1n)] }),
    [`Gave 0.1 ETH, got NFT 42 of ${shortHex(other)}`],
  ],
  [
    'two for one',
    outcome({ changes: [hundred, coin, change(token(weth), 10n ** 18n)] }),
    ['Gave 100 USDC, 0.1 ETH, got 1 WETH'],
  ],
  ['to an account', sent, ['Sent 0.1 ETH to Savings']],
  [
    'to nobody known',
    outcome(paid(coin, whole(coin, stranger))),
    [`Sent 0.1 ETH to ${shortHex(stranger)}`],
  ],
  [
    'to a known contract',
    outcome(paid(hundred, whole(hundred, permit2))),
    ['Sent 100 USDC to Permit2'],
  ],
  [
    'to two',
    outcome(
      paid(
        hundred,
        { address: bob, amount: '0x3938700' },
        { address: stranger, amount: '0x2625a00' },
      ),
    ),
    ['Sent 60 USDC to Savings', `Sent 40 USDC to ${shortHex(stranger)}`],
  ],
  ['what arrives', outcome({ changes: [change(token(usdc), 7_000_000n)] }), ['Received 7 USDC']],
  ['an allowance', allowed, [`Allowed ${shortHex(stranger)} to take up to 100 USDC`]],
  [
    'all of it',
    outcome({ allowances: [allowance('all')] }),
    [`Allowed ${shortHex(stranger)} to take all USDC`],
  ],
  [
    'more than anybody has',
    outcome({ allowances: [allowance(2n ** 200n)] }),
    [`Allowed ${shortHex(stranger)} to take all USDC`],
  ],
  [
    'one item',
    outcome({
      allowances: [allowance(1n, { standard: 'ERC721', token: other, tokenId: '0x2a' })],
    }),
    [`Allowed ${shortHex(stranger)} to take NFT 42 of ${shortHex(other)}`],
  ],
  [
    'a right',
    outcome({ allowances: [allowance('all', { standard: 'borrow' })] }),
    [`Gave ${shortHex(stranger)} a right over this account`],
  ],
  [
    'taken back',
    outcome({ allowances: [allowance(0n, { before: 'all' })] }),
    [`Stopped ${shortHex(stranger)} from taking USDC`],
  ],
  [
    'used up by what leaves',
    { ...swap, allowances: [allowance(0n, { before: '0x5' })] },
    ['Swapped 100 USDC → 0.05 ETH'],
  ],
  [
    'what was allowed before',
    outcome({ allowances: [allowance('all', { before: 'all', isOlder: true })] }),
    [],
  ],
  ['given and used up at once', outcome({ allowances: [allowance(0n)] }), []],
  [
    'a payment that leaves an allowance',
    { ...sent, allowances: [allowance('all')] },
    ['Sent 0.1 ETH to Savings', `Allowed ${shortHex(stranger)} to take all USDC`],
  ],
  [
    'the worst of several',
    { ...swap, isBound: true },
    ['Swapped at most 100 USDC → at least 0.05 ETH'],
  ],
  ['nothing', outcome(), []],
])('says %s', (_, expected, sentences) => {
  expect(said(expected)).toEqual(sentences)
})

test('four and more assets are counted', () => {
  const ids = ['0x1', '0x2', '0x3', '0x4'] as const
  const changes = ids.map((tokenId) => change({ ...item, tokenId }, 1n))
  expect(said(outcome({ changes: [coin, ...changes] }))).toEqual(['Gave 0.1 ETH, got 4 assets'])
})

describe('what passes on to somebody within a swap is told beside its net', () => {
  const received = outcome({ changes: [change(token(usdc), 150_000_000n)] })

  test.each<[string, Call, string[]]>([
    ['a known token', call(usdc, transfer), ['Sent 1.5 USDC to Savings']],
    ['by transferFrom', call(usdc, transferFrom(alice, bob)), ['Sent 1.5 USDC to Savings']],
    ['what is another’s', call(usdc, transferFrom(stranger, bob)), []],
    ['the coin', call(stranger, '0x', 10n ** 17n), [`Sent 0.1 ETH to ${shortHex(stranger)}`]],
    ['a contract that nobody knows', call(other, transfer), []],
    ['the coin for a call', call(stranger, '0x12345678', 10n ** 17n), []],
    ['the coin to itself', call(alice, '0x', 10n ** 17n), []],
    ['nothing', call(stranger), []],
  ])('%s', (_, one, sentences) => {
    expect(said(swap, 200, scene(), [one])).toEqual(['Swapped 100 USDC → 0.05 ETH', ...sentences])
    expect(said(received, 200, scene(), [one])).toEqual(['Received 150 USDC', ...sentences])
  })

  test('and told once where it is all that leaves', () => {
    expect(said(sent, 200, scene(), [call(bob, '0x', 10n ** 17n)])).toEqual([
      'Sent 0.1 ETH to Savings',
    ])
  })

  test('and never as done where it was not', () => {
    expect(said(swap, 500, scene(), [call(usdc, transfer)])[1]).toBe(
      'Did not send 1.5 USDC to Savings',
    )
  })
})

describe('what did not happen never reads as done', () => {
  const samples = [
    swap,
    outcome({ changes: [coin, change(item, 1n)] }),
    sent,
    outcome({ changes: [coin] }),
    outcome({ changes: [change(eth, 1n)] }),
    allowed,
    outcome({ allowances: [allowance('all')] }),
    outcome({ allowances: [allowance(1n, { standard: 'ERC721', tokenId: '0x1' })] }),
    outcome({ allowances: [allowance(0n, { before: 'all' })] }),
    outcome({ allowances: [allowance('all', { standard: 'act' })] }),
  ]

  test.each([400, 500] as const)('with the status %i', (code) => {
    for (const sample of samples) {
      const [sentence] = said(sample, code)
      expect(sentence).toMatch(/^Did not /)
    }
  })

  test.each([100, 600] as const)('nor with the status %i, which says it of no part', (code) => {
    for (const sample of samples) {
      const [sentence = ''] = said(sample, code)
      expect(sentence).toMatch(/^(Swap|Give|Send|Receive|Allow|Stop) /)
      expect(said(sample, 200)).not.toContain(sentence)
    }
  })

  test('only a batch that ran in all did it', () => {
    expect(([100, 200, 400, 500, 600] as const).map(tenseOf)).toEqual([
      'will',
      'did',
      'not',
      'not',
      'will',
    ])
  })
})

describe('nothing is said of what nobody saw', () => {
  test.each<[string, Expected | 'succeeds' | undefined]>([
    ['an older row with a bare verdict', 'succeeds'],
    ['a row without any', undefined],
    ['an outcome that was not known', { ...swap, verdict: 'unknown' }],
    ['one that was approved though it fails', { ...swap, verdict: 'fails' }],
    ['balances that were not read', { ...swap, unchecked: ['changes'] }],
  ])('%s', (_, expected) => {
    const batch = expected === undefined ? { calls: [] } : { expected, calls: [] }
    expect(actionSummary(batch, 200, scene())).toEqual({ actions: [], isPartly: true })
  })

  test.each(['rights', 'allowances', 'transaction', 'order', 'price', 'block'] as const)(
    'a part that was not checked is told: %s',
    (what) => {
      expect(
        actionSummary({ expected: { ...swap, unchecked: [what] }, calls: [] }, 200, scene())
          .isPartly,
      ).toBe(true)
    },
  )

  test('of what did not happen nothing is left to be checked', () => {
    const expected: Expected = { ...swap, unchecked: ['rights'] }
    expect(actionSummary({ expected, calls: [] }, 500, scene()).isPartly).toBe(false)
  })

  test('a block that is waited for is no doubt, and nothing unchecked is none', () => {
    for (const unchecked of [[], ['pending' as const]])
      expect(
        actionSummary({ expected: { ...swap, unchecked }, calls: [] }, 200, scene()).isPartly,
      ).toBe(false)
  })

  test('a receiver of whom only the token tells is not named', () => {
    const said1 = { address: bob, amount: hundred.amount, isSaid: true } as const
    expect(said(outcome(paid(hundred, said1)))).toEqual(['Sent 100 USDC'])
  })

  test('a receiver of a part is not said to have all', () => {
    expect(said(outcome(paid(hundred, { address: bob, amount: '0x1' })))).toEqual(['Sent 100 USDC'])
    expect(said(outcome({ changes: [hundred] }))).toEqual(['Sent 100 USDC'])
  })
})

describe('a name that is not known is never shown as one', () => {
  const fact = (symbol: string, identity: TokenFact['identity']): TokenFact => ({
    symbol,
    decimals: 6,
    identity,
  })
  const lost = minus(token(other), 5_000_000n)
  const expected = outcome({
    changes: [lost, change(eth, 1n)],
    allowances: [allowance('all', { token: other })],
  })

  test.each<[string, TokenFact['identity']]>([
    ['ETH', { is: 'false', of: 'native', symbol: 'ETH' }],
    ['USDC', { is: 'false', of: usdc, symbol: 'USDC' }],
    ['U\u202eCDS', { is: 'unlisted' }],
    ['USD\u200bC', { is: 'unlisted' }],
    ['uѕdc', { is: 'false', of: usdc, symbol: 'USDC' }],
    ['SAIL', { is: 'unlisted' }],
    ['SAIL', { is: 'unchecked' }],
  ])('%s, which is %o', (symbol, identity) => {
    const all = said(expected, 200, scene({ [other]: fact(symbol, identity) })).join(' ')
    expect(all).toBe(
      `Swapped 5 of ${shortHex(other)} → <0.000001 ETH Allowed ${shortHex(stranger)} to take all ${shortHex(other)}`,
    )
  })

  test('nothing tells its decimals: units, by its address', () => {
    expect(said(outcome({ changes: [lost] }))).toEqual([
      `Sent 5,000,000 units of ${shortHex(other)}`,
    ])
  })

  test('one of the account’s own goes by its name, with all in it written out', () => {
    const held = scene({ [other]: fact('S\u202eAIL', { is: 'held' }) })
    expect(said(outcome({ changes: [lost] }), 200, held)).toEqual(['Sent 5 S\\u{202e}AIL'])
  })

  test('a contact’s name cannot turn the sentence round', () => {
    const named = scene({}, [{ address: stranger, name: 'Bob\u202e\u2066' }])
    const [sentence = ''] = said(outcome(paid(coin, whole(coin, stranger))), 200, named)
    expect(sentence).toBe('Sent 0.1 ETH to Bob\\u{202e}\\u{2066}')
  })

  test('an address that resembles a contact is not the contact', () => {
    const twin: Address =
      `${stranger.slice(0, 20)}${other.slice(20, 34)}${stranger.slice(34)}` as Address
    const named = scene({}, [{ address: stranger, name: 'Bob' }])
    expect(said(outcome(paid(coin, whole(coin, twin))), 200, named)).toEqual([
      `Sent 0.1 ETH to ${shortHex(twin)}`,
    ])
  })

  test('the account itself is you', () => {
    expect(said(outcome({ allowances: [allowance(1n, { spender: alice })] }))).toEqual([
      'Allowed you to take up to 0.000001 USDC',
    ])
  })
})
