import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Lines } from '@/components/batches/BatchActions'
import { Balance } from '@/components/home/Balance'
import { TokensPreview } from '@/components/home/TokensPreview'
import type { Here } from '@/components/hooks/useHere'
import type { Sorted } from '@/components/tokens/sortHoldings'
import type { HeldTokens } from '@/components/tokens/useTokenList'
import { shortHex } from '@/components/text/shortHex'
import { findNetwork } from '@/lib/network/networks'
import { alice, stranger } from '../accounts'
import { usdc } from '../decode/encode'

// The page’s line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

beforeEach(() => {
  vi.setSystemTime(new Date(2026, 10, 22, 12, 0))
})
afterEach(() => {
  vi.useRealTimers()
})

const textOf = (element: ReactElement): string =>
  renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

const network = findNetwork(8453)
if (!network) throw new Error('Base is built in')

const here: Here = {
  account: { address: alice, index: 0, name: 'Main' },
  network,
  accounts: [],
  networks: [],
}

const list = (over: Partial<HeldTokens>): HeldTokens => ({
  holdings: { native: '0xde0b6b3a7640000', assets: [] },
  at: new Date(2026, 10, 22, 9, 41).getTime(),
  problem: undefined,
  again: () => undefined,
  hidden: [],
  tokens: undefined,
  ...over,
})

const balance = (over: Partial<HeldTokens>) =>
  textOf(createElement(Balance, { here, list: list(over) }))

test('a node that answers needs no word', () => {
  expect(balance({})).toContain('1 ETH')
  expect(balance({})).not.toMatch(/As of|Try again/)
})

test('a silent node leaves what is known, with its time and ways on', () => {
  const text = balance({ problem: 'The network does not answer.' })
  expect(text).toContain('1 ETH')
  expect(text).toMatch(/As of 9:41\sAM\. The node has not answered since\./)
  expect(text).toContain('Try again')
  expect(text).toContain('Change node')
})

test('the way to another node leads to the network that is shown', () => {
  const shown = list({ problem: 'The network does not answer.' })
  const markup = renderToStaticMarkup(createElement(Balance, { here, list: shown }))
  expect(markup).toContain('href="#networks/8453"')
})

test('a silent node of which nothing is known is no account without coins', () => {
  const text = balance({ problem: 'The network does not answer.', holdings: undefined })
  expect(text).not.toMatch(/\d ETH|As of/)
  expect(text).toContain('Try again')
})

const holding = (address: typeof usdc, symbol: string): Sorted['known'][number] => ({
  standard: 'ERC20',
  address,
  amount: '0x1e8480',
  isWatched: false,
  isOwn: false,
  token: { symbol, decimals: 6 },
  identity: { is: address === usdc ? 'listed' : 'unlisted' },
})

const preview = (tokens: Sorted | undefined, hasProblem = false) =>
  textOf(createElement(TokensPreview, { here, tokens, hasProblem }))

test('unknown tokens are counted, and closed', () => {
  const text = preview({ known: [holding(usdc, 'USDC')], unknown: [holding(stranger, 'GIFT')] })
  expect(text).toContain('USDC')
  expect(text).toContain('Unknown tokens: 1')
  expect(text).not.toContain('GIFT')
  expect(text).not.toContain(shortHex(stranger))
})

test('only one who was looked at has no tokens', () => {
  expect(preview({ known: [], unknown: [] })).toContain('No tokens yet')
  expect(preview(undefined)).not.toContain('No tokens yet')
  expect(preview(undefined, true)).not.toContain('No tokens yet')
})

test('sentences beyond the room are counted, and what was not checked is told', () => {
  const actions = ['a', 'b', 'c'].map((value) => ({
    id: 'deed_give_did' as const,
    values: [value],
  }))
  const lines = (most: number, isPartly: boolean) =>
    textOf(createElement(Lines, { said: { actions, isPartly }, most })).trim()
  expect(lines(2, false)).toBe('Sent a Sent b and 1 more')
  expect(lines(3, true)).toBe('Sent a Sent b Sent c Parts of it could not be checked.')
})
