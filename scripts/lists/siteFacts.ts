/**
 * Writes scripts/lists/siteFacts.json: which sites named versions of published packages state, with the hash of the
 * file that states them. `node scripts/lists/siteFacts.ts` downloads each package and installs none.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'tldts'

/** A file of a package, the licence that the package states, and the domains to take from the URLs in it. */
type Statement = {
  package: string
  version: string
  path: string
  licence: string
  domains: readonly string[]
}

/** A statement as it was found: the hash of the file, and the day on which npm published that version. */
export type Fact = Statement & { sha256: string; date: string }

/** The sites of tokens and their makers, as a list of one chain states them. */
const addressBook = (chain: string, domains: readonly string[]): Statement => ({
  package: '@beefyfinance/blockchain-addressbook',
  version: '0.59.18',
  path: `dist/address-book/${chain}/tokens/tokens.js`,
  licence: 'MIT',
  domains,
})

/** The domains to take, chosen by hand, each to be found in the URLs of its file. */
export const statements: readonly Statement[] = [
  addressBook('ethereum', [
    'abracadabra.money',
    'across.to',
    'alchemix.fi',
    'aura.finance',
    'balancer.fi',
    'beefy.finance',
    'blur.io',
    'convexfinance.com',
    'curve.finance',
    'eigenlayer.xyz',
    'ether.fi',
    'fluid.io',
    'frax.finance',
    'gearbox.fi',
    'instadapp.io',
    'kelpdao.xyz',
    'layerzero.network',
    'liquity.org',
    'makerdao.com',
    'renzoprotocol.com',
    'resolv.xyz',
    'rocketpool.net',
    'silo.finance',
    'sky.money',
    'staderlabs.com',
    'stakewise.io',
    'stargate.finance',
    'sushi.com',
    'synapseprotocol.com',
    'synthetix.io',
    'usual.money',
    'yearn.fi',
    'yearn.finance',
  ]),
  addressBook('base', [
    'aerodrome.finance',
    'axelar.network',
    'base.org',
    'beefy.com',
    'compound.finance',
    'hop.exchange',
    'moonwell.fi',
    'odos.xyz',
    'optimism.io',
    'pancakeswap.finance',
    'pendle.finance',
    'pooltogether.com',
    'rainbow.me',
    'summer.fi',
    'superform.xyz',
    'virtuals.io',
    'zora.co',
  ]),
  addressBook('bsc', [
    'asterdex.com',
    'lista.org',
    'openocean.finance',
    'trustwallet.com',
    'venus.io',
    'worldlibertyfinancial.com',
  ]),
  addressBook('arbitrum', [
    'arbitrum.foundation',
    'avax.network',
    'camelot.exchange',
    'gains.trade',
    'gmx.io',
    'thegraph.com',
    'traderjoexyz.com',
  ]),
  addressBook('optimism', ['kyberswap.com', 'paraswap.io', 'velodrome.finance']),
  addressBook('polygon', ['quickswap.exchange']),
  addressBook('zksync', ['zksync.io']),
  addressBook('linea', ['linea.build']),
  addressBook('scroll', ['scroll.io']),
  addressBook('berachain', ['berachain.com', 'dolomite.io']),
  {
    package: '@cowprotocol/cow-sdk',
    version: '9.2.6',
    path: 'README.md',
    licence: '(MIT OR Apache-2.0)',
    domains: ['cow.fi'],
  },
  {
    package: '@polymarket/clob-client',
    version: '5.8.1',
    path: 'README.md',
    licence: 'MIT',
    domains: ['polymarket.com'],
  },
  {
    package: '@dydxprotocol/v3-client',
    version: '1.16.0',
    path: 'README.md',
    licence: 'Apache-2.0',
    domains: ['dydx.exchange'],
  },
  {
    package: '@0x/swap-ts-sdk',
    version: '2.1.1',
    path: 'README.md',
    licence: 'ISC',
    domains: ['0x.org'],
  },
  {
    package: '@web3-onboard/injected-wallets',
    version: '2.11.3',
    path: 'dist/types.js',
    licence: 'MIT',
    domains: ['onekey.so', 'phantom.app', 'rabby.io', 'talisman.xyz'],
  },
  {
    package: '@rainbow-me/rainbowkit',
    version: '2.2.11',
    path: 'dist/wallets/walletConnectors/chunk-P73LSCSW.js',
    licence: 'MIT',
    domains: ['magiceden.io'],
  },
  {
    package: '@rainbow-me/rainbowkit',
    version: '2.2.11',
    path: 'dist/wallets/walletConnectors/chunk-GFQE2SCS.js',
    licence: 'MIT',
    domains: ['zerion.io'],
  },
  {
    package: 'viem',
    version: '2.57.1',
    path: 'chains/definitions/arbitrum.ts',
    licence: 'MIT',
    domains: ['arbitrum.io'],
  },
]

/** The domains of the URLs in a text. */
const domainsIn = (text: string): Set<string | null> =>
  new Set(
    [...text.matchAll(/https?:\/\/[\w.-]+/gu)].map(
      ([url]) => parse(url, { allowPrivateDomains: true }).domain,
    ),
  )

/** Bytes that may be read at once: lists of files are long. */
const maxBuffer = 2 ** 26

const npm = (...args: string[]): unknown =>
  JSON.parse(execFileSync('npm', [...args, '--json'], { encoding: 'utf8', maxBuffer }))

type Version = { file: string; licence: string; date: string }

/** Downloads a version of a package, and reads what the registry says of it. */
const download = (named: string, folder: string): Version => {
  const [packed] = npm('pack', named, '--pack-destination', folder) as { filename: string }[]
  const version = named.slice(named.lastIndexOf('@') + 1)
  const { license, time } = npm('view', named, 'license', 'time') as {
    license: string
    time: Record<string, string>
  }
  return {
    file: join(folder, packed?.filename ?? ''),
    licence: license,
    date: time[version]?.slice(0, 10) ?? '',
  }
}

/** Reads a statement's file. Throws where a domain is not stated there, or the licence is another. */
const factOf = (statement: Statement, { file, licence, date }: Version): Fact => {
  const text = execFileSync('tar', ['-xzOf', file, `package/${statement.path}`], {
    maxBuffer,
  })
  const found = domainsIn(text.toString())
  const missing = statement.domains.filter((domain) => !found.has(domain))
  if (missing.length > 0)
    throw new Error(
      `${statement.package} does not state ${missing.join(', ')} in ${statement.path}`,
    )
  if (licence !== statement.licence)
    throw new Error(`${statement.package} states the licence ${licence}`)
  return { ...statement, sha256: createHash('sha256').update(text).digest('hex'), date }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = mkdtempSync(join(tmpdir(), 'sites-'))
  const versions = new Map<string, Version>()
  const facts = statements.map((statement) => {
    const named = `${statement.package}@${statement.version}`
    const version = versions.get(named) ?? download(named, folder)
    versions.set(named, version)
    return factOf(statement, version)
  })
  rmSync(folder, { recursive: true })
  const taken = new Date().toISOString().slice(0, 10)
  writeFileSync('scripts/lists/siteFacts.json', `${JSON.stringify({ taken, facts }, null, 2)}\n`)
}
