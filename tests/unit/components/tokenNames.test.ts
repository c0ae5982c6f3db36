import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Place } from '@/components/calls/place'
import { isNamed, TokenAmount, TokenName } from '@/components/calls/TokenAmount'
import { isNameless, type TokenFact } from '@/components/calls/tokenFacts'
import { sendablesOf } from '@/components/send/assets'
import { shortHex } from '@/components/text/shortHex'
import { TheOther } from '@/components/tokens/TheOther'
import { TokenRow } from '@/components/tokens/TokenRow'
import { identifiedOf } from '@/components/tokens/useIdentified'
import { listedOn, tokenIdentity } from '@/lib/listed/tokenIdentity'
import { findNetwork } from '@/lib/network/networks'
import { usdc } from '../decode/encode'
import { place as known } from './callSamples'
import { stranger } from '../accounts'
import { withWhole } from './wholeAddresses'

const on = (identity: TokenFact['identity'], symbol = 'USDC'): Place => ({
  ...known,
  tokens: { [stranger]: { symbol, decimals: 6, identity } },
})

const textOf = (element: Parameters<typeof renderToStaticMarkup>[0]): string =>
  withWhole(renderToStaticMarkup(element)).replace(/<[^>]*>/g, '')

const amount = (place: Place) =>
  textOf(createElement(TokenAmount, { amount: 3_000_000_000n, asset: stranger, place }))

test.each(['listed', 'held'] as const)('a token that is %s goes by its symbol', (is) => {
  expect(amount(on({ is }))).toBe('3,000 USDC')
  expect(isNamed({ asset: stranger, place: on({ is }) })).toBe(true)
})

test('any other goes by its address, its own word in quotation marks', () => {
  const place = on({ is: 'unlisted' }, 'VOLLEY')
  expect(amount(place)).toBe(`3,000 of ${stranger} “VOLLEY”`)
  expect(textOf(createElement(TokenName, { asset: stranger, place }))).toBe(`${stranger} “VOLLEY”`)
  expect(isNamed({ asset: stranger, place })).toBe(false)
})

test('nothing is said of lists that are still read', () => {
  expect(isNameless(undefined, stranger)).toBe(false)
  expect(isNameless({}, stranger)).toBe(true)
  expect(isNameless(on({ is: 'unchecked' }).tokens, stranger)).toBe(true)
  expect(isNameless(on({ is: 'listed' }).tokens, stranger)).toBe(false)
})

test('one whose name nobody compared goes by its address', () => {
  expect(amount(on({ is: 'unchecked' }))).toBe(`3,000 of ${stranger} “USDC”`)
})

test('one with the name of another is said not to be that', () => {
  expect(amount(on({ is: 'false', of: usdc, symbol: 'USDC' }, 'usdc'))).toBe(
    `3,000 of ${stranger} “usdc” Not the USDC you know`,
  )
  expect(amount(on({ is: 'false', of: 'native', symbol: 'ETH' }, 'ETH'))).toBe(
    `3,000 of ${stranger} “ETH” Not the ETH you know`,
  )
})

test('one with a name that is listed on other chains alone is not said to be false', () => {
  const identity = { is: 'false', of: usdc, symbol: 'DAI', on: 1 } as const
  expect(amount(on(identity, 'DAI'))).toBe(`3,000 of ${stranger} “DAI” No DAI that Volley knows`)
})

test.each([
  [
    { is: 'false', of: usdc, symbol: 'DAI', on: 1 },
    `Volley knows no DAI on this network. The one on Ethereum: ${usdc}`,
  ],
  [{ is: 'false', of: usdc, symbol: 'DAI' }, `The DAI you know: ${usdc}`],
  [{ is: 'false', of: 'native', symbol: 'DAI' }, 'DAI is the network’s own coin.'],
] as const)('the notice tells what the wallet knows by the name: %s', (identity, text) => {
  expect(textOf(createElement(TheOther, { address: stranger, identity }))).toContain(text)
})

test('while it is not known whose name it is, nothing is said', () => {
  expect(amount({ ...known, tokens: undefined })).not.toContain('USDC')
})

test('a listed token that says nothing, or nothing printable, goes by its name in the list', () => {
  const chainId = 42161
  const listed = listedOn(chainId)
  const tether = listed.find(({ symbol }) => symbol.startsWith('USD') && /\P{ASCII}/u.test(symbol))
  const said = { [stranger]: { symbol: 'USDT', decimals: 6 } }
  const tokens = identifiedOf(said, listed, (token) =>
    tokenIdentity({ chainId, coin: 'ETH', held: [], address: token.address, symbol: token.symbol }),
  )
  const at = (asset: Place['from']) =>
    textOf(createElement(TokenAmount, { amount: 7_000_000n, asset, place: { ...known, tokens } }))
  expect(tether && at(tether.address)).toBe('7 USD\u20ae0')
  expect(tether && at(tether.address.toLowerCase() as Place['from'])).toBe('7 USD\u20ae0')
  expect(at(stranger)).toBe(`7 of ${stranger} “USDT” Not the USD\u20ae0 you know`)
  expect(Object.keys(tokens)).not.toContain('0x000000000022D473030F116dDEE9F6B43aC78BA3')
})

test('what can be sent, and is not known, is offered by its address', () => {
  const holding = {
    standard: 'ERC20',
    address: stranger,
    amount: '0x1e8480',
    isWatched: true,
    isOwn: true,
    token: { symbol: 'ETH', decimals: 6 },
  } as const
  const network = findNetwork(8453)
  const labels = (is: TokenFact['identity']) =>
    network &&
    sendablesOf(network, { native: '0x0', assets: [holding] }, () => is).map(({ label }) => label)
  expect(labels({ is: 'held' })).toEqual(['ETH · 0', 'ETH · 2'])
  const byAddress = ['ETH · 0', `${stranger} “ETH” · 2`]
  expect(labels({ is: 'unlisted' })).toEqual(byAddress)
  expect(labels({ is: 'false', of: 'native', symbol: 'ETH' })).toEqual(byAddress)
})

test('in a list, only a token that is known goes by its symbol first', () => {
  const row = (identity?: TokenFact['identity']) => {
    const asset = {
      standard: 'ERC20',
      address: stranger,
      token: { symbol: 'USDC' },
      identity,
    } as const
    const element = createElement(TokenRow, { asset, chainId: 8453, children: null })
    return renderToStaticMarkup(element).replace(/<[^>]*>/g, '')
  }
  // The letter of its tile comes first.
  const known = `UUSDC${shortHex(stranger)}`
  expect(row({ is: 'held' })).toBe(known)
  expect(row({ is: 'listed' })).toBe(known)
  expect(row({ is: 'unlisted' })).toBe(`${stranger}“USDC”`)
  expect(row()).toBe(stranger)
  expect(row({ is: 'false', of: usdc, symbol: 'USDC' })).toBe(
    `${stranger}“USDC”Not the USDC you know`,
  )
})
