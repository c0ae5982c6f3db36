import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { numberToHex, type Address, type Hex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import styles from '@/components/calls/Changes.module.css'
import { tokenDoubts } from '@/components/calls/tokenDoubts'
import type { Tokens } from '@/components/calls/tokenFacts'
import { SignedLines } from '@/components/signing/SignedLines'
import { balancesIn, tokensIn } from '@/components/signing/useSignedTokens'
import type { TokenIdentity } from '@/lib/listed/tokenIdentity'
import { alice, bob, stranger } from '../accounts'
import { read } from '../decode/signatures/changes'
import { samples, usdc, weth } from '../decode/signatures/samples'

// The page's line to the background, which the browser alone has; nothing is asked while rendering.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.reject(new Error('asked')) }))

const shown = (name: string, tokens: Tokens = {}): string => {
  const one = samples.find((sample) => sample.name === name)
  if (!one) throw new Error(`no sample is called ${name}`)
  const reading = read(one.data, one)
  if (reading === 'refused' || reading.kind === 'unread') throw new Error(`${name} is not read`)
  const place = { from: alice, chainId: one.chainId, tokens }
  return renderToStaticMarkup(createElement(SignedLines, { reading, place }))
}

const textOf = (name: string, tokens: Tokens = {}): string =>
  shown(name, tokens)
    // React's marks between texts are no spaces.
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

/** A token of six decimals of which the account holds `balance` raw units, by its identity on the list. */
const tokenAt = (
  address: Address,
  balance: bigint,
  identity: TokenIdentity = { is: 'listed' },
): NonNullable<Tokens> => ({
  [address]: { symbol: 'TKN', decimals: 6, balance: numberToHex(balance), identity },
})

test('an order that brings its giver nothing says so among its lines', () => {
  expect(textOf('Seaport, an item for nothing')).toContain('In return nothing')
})

test.each([
  'Seaport, an offer of an item for ether with a fee',
  'Seaport, an item of which another gets the price',
  'Permit2, one allowance',
  'ERC-3009, a transfer',
])('no other says that: %s', (name) => {
  expect(textOf(name)).not.toContain('In return nothing')
})

describe('the worst case in the account’s own balance', () => {
  const usdce = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'

  test.each<[string, Address, bigint, string]>([
    ['ERC-3009, a transfer', usdc, 900_000_000_000n, 'You could lose 250,000 TKN.'],
    ['ERC-3009, a transfer', usdc, 40_000_000n, 'You could lose 40 TKN.'],
    ['ERC-3009, a transfer to be received', usdc, 40_000_000n, 'You could lose 40 TKN.'],
    ['CoW', usdc, 4n, 'You could lose 0.000004 TKN.'],
    ['1inch', usdc, 9n, 'You could lose 0.000005 TKN.'],
    ['0x, a limit order', usdc, 9n, 'You could lose 0.000005 TKN.'],
    ['Polymarket, a bid', usdce, 40n, 'You could lose 0.00004 TKN.'],
    [
      'Seaport, an offer for any item of a collection, the fee in what is offered',
      weth,
      900n,
      'You could lose 0.0009 TKN.',
    ],
    ['Permit2, one allowance', usdc, 40_000_000n, 'You could lose 40 TKN.'],
    ['0x, a meta-transaction', usdc, 2n, 'You could lose 0.000002 TKN.'],
  ])('%s: of what is there', (name, address, balance, sentence) => {
    expect(textOf(name, tokenAt(address, balance))).toContain(sentence)
  })

  test('nothing is said of a token that does not go by its name', () => {
    const named = tokenAt(usdc, 9n, { is: 'unlisted' })
    expect(textOf('1inch', named)).not.toContain('You could lose')
  })
})

describe('two ends', () => {
  test('of a signature and of what it allows have a sentence each', () => {
    const text = textOf('ERC-2612')
    expect(text).toMatch(/The signature can be used (until|at any time)/)
    expect(text).toContain('The allowance then lasts until you take it back.')
  })

  test('that are one have one sentence, which names the signature where nothing is allowed', () => {
    const text = textOf('ERC-3009, a transfer')
    expect(text).toMatch(/The signature can be used (until|at any time)/)
    expect(text).not.toContain('allowance')
  })
})

describe('what comes back', () => {
  const anyItem = 'Seaport, an offer for any item of a collection, the fee in what is offered'
  const gain = `<span class="${styles.amount} ${styles.in}">`

  test('an item is no gain where its collection is on no list and not the account’s', () => {
    expect(shown(anyItem)).not.toContain(gain)
    expect(shown(anyItem, tokenAt(bob, 0n, { is: 'unlisted' }))).not.toContain(gain)
    expect(shown('Polymarket, a bid')).not.toContain(gain)
  })

  test.each(['listed', 'held'] as const)('an item of a %s collection is one', (is) => {
    expect(shown(anyItem, tokenAt(bob, 0n, { is }))).toContain(gain)
  })

  test.each(['Seaport, an item for 1 wei', 'Seaport, an item for the most that is dust'])(
    'dust is none: %s',
    (name) => {
      expect(shown(name)).not.toContain(gain)
    },
  )

  test('the least that is no dust is one', () => {
    expect(shown('Seaport, an item for the least that is none')).toContain(gain)
  })

  test('coin is one', () => {
    expect(shown('Seaport, an offer of an item for ether with a fee')).toContain(gain)
  })

  test('collections are compared with the list like tokens', () => {
    const one = samples.find(({ name }) => name === anyItem)
    const reading = one && read(one.data, one)
    if (!reading || reading === 'refused') throw new Error('the sample is refused')
    expect(tokensIn(reading)).toEqual([weth, bob])
    expect(tokenDoubts({}, tokensIn(reading))).toEqual(['unlisted token'])
  })
})

test('a balance is one word that a contract answers, and nothing else', () => {
  const word: Hex = `0x${'0'.repeat(61)}3e8`
  expect(balancesIn([alice, bob, stranger], { before: [word, null, '0x'] })).toEqual({
    [alice]: '0x3e8',
  })
  expect(
    balancesIn([alice, bob], {
      before: ['0x000000000000000000000000000000000000000000000000000000000000000003e8'],
    }),
  ).toEqual({})
})
