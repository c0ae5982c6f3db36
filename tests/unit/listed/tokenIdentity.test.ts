import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAddress, getContractAddress, isAddress, type Address } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { localTokens } from '@/lib/listed/localTokens'
import { listDate, listedOn, tokenIdentity } from '@/lib/listed/tokenIdentity'
import { builtIn } from '@/lib/network/builtIn'
import { listedFiles } from '../../../scripts/lists/listedNames.ts'
import { development } from '../../chain/development.ts'
import { bob, stranger } from '../accounts'

const root = join(import.meta.dirname, '../../..')

const usdc: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

const base = (symbol: string | undefined, address: Address = stranger, held: Held = []) =>
  tokenIdentity({ chainId: 8453, coin: 'ETH', address, symbol, held })

type Held = readonly { address: Address; symbol?: string | undefined }[]

test('the lists are those that the build script makes of the named packages', async () => {
  for (const [path, text] of Object.entries(await listedFiles()))
    expect(readFileSync(join(root, path), 'utf8'), path).toBe(text)
})

test('the list is dated, and covers the built-in networks that are no testnets', () => {
  expect(listDate).toMatch(/^20\d\d-\d\d-\d\d$/)
  for (const { chainId } of builtIn.filter(({ isTestnet }) => !isTestnet))
    expect(listedOn(chainId).length, String(chainId)).toBeGreaterThan(5)
})

test('each listed token is itself, whatever it is called beside the others', () => {
  for (const { chainId, symbol: coin } of builtIn)
    for (const { address, symbol } of listedOn(chainId)) {
      expect(isAddress(address)).toBe(true)
      expect(tokenIdentity({ chainId, coin, address, symbol, held: [] })).toEqual({ is: 'listed' })
    }
})

test('the local chain’s tokens are where its deployer puts them', () => {
  const from = mnemonicToAccount(development.phrase, { addressIndex: 9 }).address
  expect(Object.keys(localTokens[31337])).toEqual(
    [0n, 1n].map((nonce) => getAddress(getContractAddress({ from, nonce }))),
  )
})

describe('a token at another address is not the listed one', () => {
  test.each([
    ['the same symbol', 'USDC'],
    ['case', 'usdc'],
    ['mixed case', 'uSdC'],
    ['a Cyrillic letter', 'USD\u0421'],
    ['a Greek letter', 'USD\u03f9'],
    ['letters of mathematics', '\u{1d414}\u{1d412}\u{1d403}\u{1d402}'],
    ['wide letters', '\uff35\uff33\uff24\uff23'],
    ['Cherokee letters', 'U\u13d5D\u13df'],
    ['a space of no width', 'US\u200bDC'],
    ['a joiner at the end', 'USDC\u200d'],
    ['text turned round', '\u202eUSDC\u202c'],
    ['a byte order mark', '\ufeffUSDC'],
    ['combining marks', 'U\u0351S\u036bD\u0343C'],
    ['an accent', '\u00dcSDC'],
    ['a variation selector', 'USDC\ufe0f'],
    ['a variation selector of the supplement', 'USDC\u{e0101}'],
    ['a Mongolian variation selector', 'USDC\u180b'],
    ['blank hieroglyphs', 'US\u{13441}DC\u{13442}\u{1d159}'],
    ['fillers', '\u3164USDC\u2800\uffa0\u115f\u1160'],
    ['a space that does not break', 'USDC\u00a0'],
    ['spaces', ' U S D C '],
    ['a digit at the end', 'USDC2'],
    ['digits around', '1USDC00'],
    ['a digit in place of a letter', 'U5DC'],
    ['a digit in place of a letter, and one more', 'U5DC1'],
    ['a digit within', 'US1DC'],
    ['signs', '$USDC.'],
    ['an underscore', 'USD_C'],
    ['a tag', 'USDC\u{e0041}'],
  ])('with %s', (_, symbol) => {
    expect(base(symbol)).toEqual({ is: 'false', of: usdc, symbol: 'USDC' })
  })

  test('though the account has it', () => {
    expect(base('USDC', stranger, [{ address: stranger, symbol: 'USDC' }])).toMatchObject({
      is: 'false',
      of: usdc,
    })
  })

  test('on the chain of the list alone', () => {
    const coin = 'ETH'
    const asked = { coin, address: stranger, symbol: 'USDC', held: [] }
    expect(tokenIdentity({ ...asked, chainId: 1 })).toMatchObject({
      of: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    })
    expect(tokenIdentity({ ...asked, chainId: 31338 })).toEqual({ is: 'unlisted' })
    expect(tokenIdentity({ ...asked, chainId: 84532, symbol: 'WETH' })).toMatchObject({
      of: '0x4200000000000000000000000000000000000006',
    })
    expect(tokenIdentity({ ...asked, chainId: 1, address: usdc })).toMatchObject({ is: 'false' })
  })
})

describe('a name that is listed on other chains alone', () => {
  const onEthereum = {
    DAI: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  } as const

  test.each([
    ['DAI', 'DAI'],
    ['USDT', 'USDT'],
    ['usdt', 'USDT'],
    ['D\u0410I', 'DAI'],
    ['USDT2', 'USDT'],
  ] as const)('does not make %s on Base the %s of Ethereum', (symbol, known) => {
    expect(base(symbol)).toEqual({ is: 'false', of: onEthereum[known], symbol: known, on: 1 })
  })

  test('gives way to the chain’s own token, its coin and what the account has', () => {
    expect(base('USDC')).not.toHaveProperty('on')
    expect(base('ETH')).toEqual({ is: 'false', of: 'native', symbol: 'ETH' })
    expect(base('DAI', stranger, [{ address: bob, symbol: 'DAI' }])).toEqual({
      is: 'false',
      of: bob,
      symbol: 'DAI',
    })
  })

  test('is an account’s own word once it dealt with the token, which may have come over a bridge', () => {
    expect(base('DAI', stranger, [{ address: stranger, symbol: 'DAI' }])).toEqual({ is: 'held' })
  })

  test('counts on each built-in network that is no testnet, and on no other', () => {
    const every = [...new Set(real.flatMap(({ chainId }) => symbolsOn(chainId)))]
    const unlisted = (chainId: number, coin: string) =>
      every.filter((symbol) => {
        const { is } = tokenIdentity({ chainId, coin, address: stranger, symbol, held: [] })
        return is !== 'false'
      })
    for (const { chainId, symbol } of real) expect(unlisted(chainId, symbol)).toEqual([])
    const testnets = builtIn.filter(({ isTestnet }) => isTestnet).map(({ chainId }) => chainId)
    for (const chainId of [...testnets, 31338])
      expect(unlisted(chainId, 'ETH'), String(chainId)).toEqual(expect.arrayContaining(['DAI']))
  })
})

const real = builtIn.filter(({ isTestnet }) => !isTestnet)

const symbolsOn = (chainId: number) =>
  listedOn(chainId).flatMap(({ symbol, decimals }) => (decimals === undefined ? [] : [symbol]))

test.each([
  [1, ['USDC', 'USDT', 'DAI', 'USDS', 'WETH', 'WBTC', 'wstETH', 'stETH', 'LINK', 'UNI', 'AAVE']],
  [10, ['USDC', 'USDT', 'DAI', 'WETH', 'WBTC', 'wstETH', 'OP', 'LINK']],
  [56, ['USDC', 'USDT', 'ETH', 'BTCB', 'WBNB', 'Cake', 'FDUSD']],
  [137, ['USDC', 'USDT', 'DAI', 'WETH', 'WBTC', 'WPOL', 'LINK']],
  [8453, ['USDC', 'USDbC', 'EURC', 'WETH', 'cbETH', 'cbBTC', 'wstETH']],
  [42161, ['USDC', 'USD\u20ae0', 'DAI', 'WETH', 'WBTC', 'wstETH', 'ARB', 'LINK']],
] as const)('chain %i has the tokens that many people hold', (chainId, symbols) => {
  expect(symbolsOn(chainId)).toEqual(expect.arrayContaining([...symbols]))
})

test.each(['ETH', 'eth', '\u0400TH', 'E\u0422H', '\u0395\u03a4\u0397', 'ETH2', '3TH', 'ETH\u3164'])(
  'a token called %s is not the coin, though the account has it',
  (symbol) => {
    const coin = { is: 'false', of: 'native', symbol: 'ETH' }
    expect(base(symbol)).toEqual(coin)
    expect(base(symbol, stranger, [{ address: stranger, symbol }])).toEqual(coin)
  },
)

test('a token called like one that the account has is another', () => {
  const held = [{ address: bob, symbol: 'FOO' }]
  expect(base('f0o', stranger, held)).toEqual({ is: 'false', of: bob, symbol: 'FOO' })
  expect(base('FOO', bob, held)).toEqual({ is: 'held' })
})

test.each([
  ['of its own name', 'VOLLEY'],
  ['of a longer name', 'USDCoin'],
  ['with a letter more', 'xUSDC'],
  ['of signs alone', '$$$'],
  ['of digits alone', '404'],
  ['of an unknown script', '\u4f60\u597d'],
  ['without a symbol', undefined],
])('a token %s is unlisted', (_, symbol) => {
  expect(base(symbol)).toEqual({ is: 'unlisted' })
})

test('an address is the same in any case', () => {
  expect(base('USDC', usdc.toLowerCase() as Address)).toEqual({ is: 'listed' })
  expect(base('FOO', stranger.toLowerCase() as Address, [{ address: stranger }])).toEqual({
    is: 'held',
  })
})
