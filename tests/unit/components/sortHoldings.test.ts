import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { shortHex } from '@/components/text/shortHex'
import { sortHoldings, type Identified } from '@/components/tokens/sortHoldings'
import { TokenLine } from '@/components/tokens/TokenLine'
import { listedTokens } from '@/components/tokens/useListed'
import { usePictures } from '@/components/tokens/usePictures'
import type { Holding } from '@/lib/holdings/holdings'
import * as listed from '@/lib/listed/tokenIdentity'
import { alice, bob, stranger } from '../accounts'
import { usdc, weth } from '../decode/encode'

const chainId = 8453

// Files share a worker, and an earlier one may have loaded them: a token has its picture in place of its first letter.
beforeAll(() => usePictures.ahead())

const holding = (address: Holding['address'], over: Partial<Holding> = {}): Holding => ({
  standard: 'ERC20',
  address,
  amount: '0x1e8480',
  isWatched: false,
  isOwn: false,
  token: { symbol: 'SAIL', decimals: 6 },
  ...over,
})

/** Sorts holdings of an account whose own tokens are `held`. */
const sorted = (assets: Holding[], held: Holding['address'][] = []) =>
  sortHoldings(assets, listed.listedOn(chainId), (token) =>
    listed.tokenIdentity({
      ...token,
      chainId,
      coin: 'ETH',
      symbol: token.symbol,
      held: held.map((address) => ({ address, symbol: 'SAIL' })),
    }),
  )

const addresses = (rows: readonly Identified[]) => rows.map(({ address }) => address)

const textOf = (one: Identified, isKnown: boolean) =>
  renderToStaticMarkup(createElement(TokenLine, { holding: one, chainId: 8453, isKnown })).replace(
    /<[^>]*>/g,
    '',
  )

test('listed and own tokens are known, whatever else is there is not', () => {
  const { known, unknown } = sorted([holding(usdc), holding(bob), holding(stranger)], [bob])
  expect(addresses(known)).toEqual([usdc, bob])
  expect(addresses(unknown)).toEqual([stranger])
})

test('what the user watches or has dealt with comes first', () => {
  const own = { isOwn: true, token: { symbol: 'WETH', decimals: 18 } }
  const rows = [holding(usdc), holding(weth, own), holding(bob, { isWatched: true })]
  expect(addresses(sorted(rows, [bob]).known)).toEqual([weth, bob, usdc])
})

test('a listed token has the name of the list, whatever its contract says', () => {
  const { known } = sorted([holding(usdc, { token: { symbol: 'ETH', decimals: 0 } })])
  expect(known[0]?.token).toEqual({ symbol: 'USDC', name: 'USD Coin', decimals: 6 })
  const silent: Holding = {
    standard: 'ERC20',
    address: usdc,
    amount: '0x1e8480',
    isWatched: false,
    isOwn: false,
  }
  expect(textOf({ ...silent, ...sorted([silent]).known[0] } as Identified, true)).toBe(
    'USDCUSD Coin2',
  )
})

test.each(['ETH', 'USDC', 'USD.C', 'uѕdc'])(
  'one that only calls itself %s is unknown',
  (symbol) => {
    const { known, unknown } = sorted([holding(stranger, { token: { symbol, decimals: 6 } })])
    expect(known).toEqual([])
    expect(unknown[0]?.identity.is).toBe('false')
    const text = unknown[0] && textOf(unknown[0], false)
    expect(text?.startsWith(shortHex(stranger))).toBe(true)
    expect(text).toContain('you know')
  },
)

test('what is empty is not there, but for what the user watches', () => {
  const none = { amount: '0x0' } as const
  const { known, unknown } = sorted(
    [holding(usdc, none), holding(bob, { ...none, isWatched: true }), holding(stranger, none)],
    [bob],
  )
  expect(addresses(known)).toEqual([bob])
  expect(unknown).toEqual([])
})

test('a collection under a listed address gets no name of the list', () => {
  const { known } = sorted([holding(usdc, { standard: 'ERC721', tokenId: '7' })])
  expect(known[0]?.token).toEqual({ symbol: 'SAIL', decimals: 6 })
})

test('only tokens of the list are looked for, not its other contracts', () => {
  const looked = listedTokens(listed, chainId)
  expect(looked).toContain(usdc)
  expect(looked).not.toContain('0xcA11bde05977b3631167028862bE2a173976CA11')
  expect(listedTokens('failed', chainId)).toEqual([])
})

test('a short address has eight digits at each end', () => {
  expect(shortHex(alice)).toBe(`${alice.slice(0, 10)}…${alice.slice(-8)}`)
  expect(shortHex('0x1234')).toBe('0x1234')
})
