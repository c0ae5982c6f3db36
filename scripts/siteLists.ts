/**
 * Writes components/sites/wellKnown.json and components/sites/phishing.json from published packages:
 * `node scripts/siteLists.ts`. Only licences that fit MIT: later versions of `eth-phishing-detect` are under
 * the DBAD licence, which asks more of those who sell a copy.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { CLEARSIG_REPO_FULL } from 'micro-eth-signer/clearsig/repo-full.js'
import { parse } from 'tldts'
import { keccak256, stringToBytes } from 'viem'
import { isOneEdit } from '../components/sites/oneEdit.ts'
import { chainTable } from '../lib/network/chainTable.ts'
import type { Fact } from './siteFacts.ts'

type Source = { package: string; version: string; path: string; licence: string; date: string }

/** Versions, licences and dates of the packages, typed by hand as each package states them. */
const sources = {
  phishing: {
    package: 'eth-phishing-detect',
    version: '1.1.12',
    path: 'src/config.json',
    licence: 'ISC',
    // The youngest file of the archive: the registry's own dates are of later copies.
    date: '2017-09-21',
  },
  descriptors: {
    package: 'micro-eth-signer',
    version: '0.20.1',
    path: 'clearsig/repo-full.js',
    licence: 'MIT',
    date: '2026-09-01',
  },
  brands: {
    package: 'simple-icons',
    version: '16.37.0',
    path: 'data/simple-icons.json',
    licence: 'CC0-1.0',
    date: '2026-11-08',
  },
  explorers: {
    package: 'viem',
    version: '2.57.1',
    path: 'chains/index.ts',
    licence: 'MIT',
    date: '2026-09-29',
  },
} as const satisfies Record<string, Source>

/** The brands of `simple-icons` whose sites ask wallets, or are imitated to rob them. */
const brands = [
  'Alchemy',
  'Binance',
  'Blockchain.com',
  'Chainlink',
  'Coinbase',
  'CoinMarketCap',
  'ENS',
  'Ethereum',
  'Farcaster',
  'KuCoin',
  'OpenSea',
  'Polygon',
  'Rarible',
  'Solana',
  'Tether',
  'thirdweb',
  'WalletConnect',
]

/** Words of the field and of English that the dictionary of passwords lacks. */
const moreWords = [
  'across',
  'aerodrome',
  'balancer',
  'blockchain',
  'fluid',
  'lista',
  'near',
  'openocean',
  'tether',
  'threshold',
  'velodrome',
  'virtuals',
  'yearn',
]

const json = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

const { facts } = json('scripts/siteFacts.json') as { facts: Fact[] }

/** Names under whose other domains their owners have sites that no package states: only the whole domain counts. */
const scattered = ['dydx', 'frax']

const words = new Set([...Object.values(dictionary).flat().map(String), ...moreWords])

/** Words in the names of networks: sites of many others bear them, such as `polygon.example.org`. */
const chainWords = new Set(
  Object.values(
    json('components/networks/knownChains.json') as Record<string, [string, string, string?]>,
  ).flatMap(([symbol, name]) => `${symbol} ${name}`.toLowerCase().split(/[^a-z0-9]+/u)),
)

/**
 * How far a site's name stands for the site: a `name` for itself, a `chain` also for a network, a `word` for
 * nothing: only its whole domain is compared.
 */
const kindOf = (name: string): 'name' | 'chain' | 'word' => {
  if (words.has(name) || scattered.includes(name) || name.length < 4) return 'word'
  return chainWords.has(name) ? 'chain' : 'name'
}

/** The part of a host that somebody registered; undefined where it belongs to a host for everybody. */
const domainOf = (url: string) => {
  const { domain, domainWithoutSuffix, isPrivate } = parse(url, { allowPrivateDomains: true })
  if (!domain || !domainWithoutSuffix || isPrivate || domain === 'github.com') return undefined
  const kind = kindOf(domainWithoutSuffix)
  // Digits that look like letters are compared as these.
  const seen = domainWithoutSuffix.replaceAll('0', 'o').replaceAll('1', 'l')
  const near = kind === 'name' ? [...words].filter((word) => isOneEdit(word, seen)) : []
  return { domain, kind, near }
}

type Descriptor = { metadata?: { info?: { url?: string } } }

type Brand = { title: string; source: string }

type Phishing = { blacklist: string[]; fuzzylist: string[] }

const phishing = json('node_modules/eth-phishing-detect/src/config.json') as Phishing

const urls = [
  ...Object.values(CLEARSIG_REPO_FULL as Record<string, Descriptor>).flatMap(
    ({ metadata }) => metadata?.info?.url ?? [],
  ),
  ...(json('node_modules/simple-icons/data/simple-icons.json') as Brand[])
    .filter(({ title }) => brands.includes(title))
    .map(({ source }) => source),
  ...Object.values(chainTable).map(({ explorer }) => explorer),
  ...facts.flatMap(({ domains }) => domains.map((domain) => `https://${domain}`)),
  // The sites that its authors compare all others with.
  ...phishing.fuzzylist,
]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The shorter first: `ethereum.org` is named before `ethereum.foundation`. */
const compareLength = (a: string, b: string): number => a.length - b.length || compare(a, b)

const found = new Map(
  urls.flatMap((url) => {
    const site = domainOf(url)
    return site ? [[site.domain, site] as const] : []
  }),
)

/** The sites that imitations are held against. */
export const wellKnown = {
  date: sources.brands.date,
  sources: [
    sources.descriptors,
    sources.brands,
    sources.explorers,
    sources.phishing,
    ...facts.map(({ package: name, version, path, licence, date }): Source => ({
      package: name,
      version,
      path,
      licence,
      date,
    })),
  ],
  sites: [...found.values()].sort((a, b) => compareLength(a.domain, b.domain)),
}

/** The hosts that the phishing set is made of. */
export const phishingHosts: readonly string[] = phishing.blacklist

/** Hex digits of a host's hash that are kept: 48 bits, one false hit in 6e11 looks for 440 hosts. */
const kept = 12

/** The phishing hosts as sorted hashes, cut short and joined. */
export const phishingSet = {
  date: sources.phishing.date,
  source: sources.phishing,
  hosts: new Set(phishingHosts).size,
  hashes: [
    ...new Set(phishingHosts.map((host) => keccak256(stringToBytes(host)).slice(2, 2 + kept))),
  ]
    .sort(compare)
    .join(''),
}

if (import.meta.main) {
  const write = (name: string, content: unknown) =>
    writeFileSync(
      new URL(`../components/sites/${name}`, import.meta.url),
      `${JSON.stringify(content, null, 2)}\n`,
    )
  write('wellKnown.json', wellKnown)
  write('phishing.json', phishingSet)
}
