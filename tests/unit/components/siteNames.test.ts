import { describe, expect, test } from 'vitest'
import { imitatedSite } from '@/components/sites/imitation'
import { findingOf } from '@/components/sites/check'
import { isListed } from '@/components/sites/phishing'
import wellKnown from '@/components/sites/wellKnown.json'
import phishing from '@/components/sites/phishing.json'
import { isFitting } from '@/scripts/licences'
import { statements } from '@/scripts/siteFacts'
import record from '@/scripts/siteFacts.json'
import { phishingHosts, phishingSet, wellKnown as wellKnownNow } from '@/scripts/siteLists'

const { facts, taken } = record

const originOf = (host: string): string => new URL(`https://${host}`).origin

/** Hosts made to be taken for another site, and which. */
const hostile: [host: string, imitated: string][] = [
  ['app-uniswap.org', 'uniswap.org'],
  ['uniswap.org.evil.io', 'uniswap.org'],
  ['uniswap.com', 'uniswap.org'],
  ['app.uniswap.org.evil.io', 'uniswap.org'],
  ['app.uniswap-org.evil.io', 'uniswap.org'],
  ['uniswap-org.pages.dev', 'uniswap.org'],
  ['uniswap.vercel.app', 'uniswap.org'],
  ['uniswap.evil.io', 'uniswap.org'],
  ['app.uniswap.evil.co.uk', 'uniswap.org'],
  ['uniswap-airdrop.com', 'uniswap.org'],
  ['claim-uniswap.xyz', 'uniswap.org'],
  ['uni-swap.org', 'uniswap.org'],
  ['uniswapapp.org', 'uniswap.org'],
  ['appuniswap.com', 'uniswap.org'],
  ['unlswap.org', 'uniswap.org'],
  ['uniswqp.com', 'uniswap.org'],
  ['uniwsap.org', 'uniswap.org'],
  ['uniswapp.org', 'uniswap.org'],
  ['unisvvap.org', 'uniswap.org'],
  ['un1swap.org', 'uniswap.org'],
  ['unіswap.org', 'uniswap.org'],
  ['uñiswap.org', 'uniswap.org'],
  ['unіswap.evil.io', 'uniswap.org'],
  ['metarnask.io', 'metamask.io'],
  ['metamask.io.login.ru', 'metamask.io'],
  ['metamask-io.web.app', 'metamask.io'],
  ['rnetamask.com', 'metamask.io'],
  ['metamesk.io', 'metamask.io'],
  ['0pensea.io', 'opensea.io'],
  ['opensea.claims', 'opensea.io'],
  ['open-sea.net', 'opensea.io'],
  ['openseaclaim.com', 'opensea.io'],
  ['aave.com.co', 'aave.com'],
  ['aave-v4.com', 'aave.com'],
  ['lido.fi.staking.network', 'lido.fi'],
  ['circle.com.usdc-reward.xyz', 'circle.com'],
  ['circle-com.usdc-reward.xyz', 'circle.com'],
  ['polygon.technology.bridge.dev', 'polygon.technology'],
  ['ethereum-claim.org', 'ethereum.org'],
  ['1inch.exchange.app', '1inch.io'],
  ['1nch.io', '1inch.io'],
  ['basescan.org.tx.evil.io', 'basescan.org'],
  ['bаsescan.org', 'basescan.org'],
  ['etherscan.com', 'etherscan.io'],
  ['coinbase-wallet.org', 'coinbase.com'],
  ['coinbаse.com', 'coinbase.com'],
  ['pancakeswap-claim.xyz', 'pancakeswap.finance'],
  ['pancakesvvap.finance', 'pancakeswap.finance'],
  ['polymarket-airdrop.com', 'polymarket.com'],
  ['app.polymarkets.com', 'polymarket.com'],
  ['curve.finance.claim.xyz', 'curve.finance'],
  ['app-compound.finance.evil.io', 'compound.finance'],
  ['rabby-wallet.xyz', 'rabby.io'],
  ['magic-eden.io', 'magiceden.io'],
  ['b1ur.io', 'blur.io'],
  ['cow-fi.pages.dev', 'cow.fi'],
  ['gmx-io.claim.app', 'gmx.io'],
]

/** Hosts of people who imitate nobody. */
const honest = [
  'uniswap.org',
  'app.uniswap.org',
  'docs.uniswap.org',
  'a.very.deep.uniswap.org',
  'alice.github.io',
  'my-dapp.vercel.app',
  'base.org',
  'basescan.org',
  'etherscan.io',
  'sepolia.etherscan.io',
  'spark.com',
  'circle.so',
  'safe.org',
  'chain.com',
  'polygon.curve.fi',
  'gmx.net',
  'gmx.de',
  'dydx.trade',
  'frax.com',
  'blur.com',
  'balancer.com',
  'across.org',
  'fluid.com',
  'open-ocean.org',
  'lista.es',
  'trezor.io',
  'ethereum.stackexchange.com',
  'ethereum-magicians.org',
  'arbitrum.blockscout.com',
  'curve.fi',
  'app.compound.finance',
  'sushi.com',
  'pancakeswap.finance',
  'unicorn.org',
  'swap.org',
  'openai.com',
  'coinhouse.com',
  'lidl.de',
  'lidl.fi',
  'aare.ch',
  'finance.yahoo.com',
  'example.org',
  'a.example',
]

describe('who imitates a well-known site', () => {
  test.each(hostile)('%s is not %s', (host, imitated) => {
    expect(imitatedSite(originOf(host), [])).toBe(imitated)
  })

  test.each([
    ...honest.map(originOf),
    'http://localhost:3000',
    'http://app.localhost',
    'http://uniswap.localhost:3000',
    'null',
    '',
  ])('not %s', (origin) => {
    expect(imitatedSite(origin, [])).toBeUndefined()
  })

  test.each([
    'http://127.0.0.1:8545',
    'http://[::1]:3000',
    'http://192.168.0.1',
    'http://intranet',
  ])('nor %s, which nobody registered', (origin) => {
    expect(imitatedSite(origin, [])).toBeUndefined()
  })

  test('no well-known site is said to imitate another', () => {
    const accused = wellKnown.sites.filter(
      ({ domain }) =>
        imitatedSite(originOf(domain), []) ?? imitatedSite(originOf(`app.${domain}`), []),
    )
    expect(accused).toEqual([])
  })

  test('no well-known site is said to imitate another if only that one is known', () => {
    const known = wellKnown.sites.map(({ domain }) => domain)
    const accused = known.flatMap((domain) =>
      known
        // Two domains of one owner bear one name.
        .filter((other) => nameIn(other) !== nameIn(domain))
        .filter((other) => imitatedSite(originOf(domain), [], only(other)))
        .map((other) => `${domain} for ${other}`),
    )
    expect(accused).toEqual([])
  })

  test('thousands of ordinary hosts are accused of nothing', () => {
    const accused = ordinaryHosts().filter((host) => imitatedSite(originOf(host), []))
    expect(accused).toEqual([])
  })
})

const nameIn = (domain: string) => domain.slice(0, domain.indexOf('.'))

const only = (domain: string) => wellKnown.sites.filter((site) => site.domain === domain)

/** Names of English and of people, two by two, under domains that many take. */
const ordinaryHosts = (): string[] => {
  const words = ['alpha', 'garden', 'north', 'blue', 'market', 'studio', 'river', 'pixel', 'photo']
  const rest = ['swap', 'finance', 'mint', 'dao', 'pay', 'scan', 'chain', 'coin', 'base', 'lend']
  return words.flatMap((word) =>
    rest.flatMap((other) =>
      ['com', 'org', 'io', 'xyz', 'app', 'fi', 'co.uk'].flatMap((end) => [
        `${word}${other}.${end}`,
        `${word}-${other}.${end}`,
        `${other}.${word}.${end}`,
      ]),
    ),
  )
}

describe('who imitates a connected site', () => {
  const connected = ['https://app.mydapp.example', 'http://127.0.0.1:8080', 'https://appIe.com']
  test.each<[string, string | undefined]>([
    ['https://app.mydapp.example', undefined],
    ['https://docs.mydapp.example', undefined],
    ['https://mydapp.example.evil.io', 'mydapp.example'],
    ['https://app.mydapp.example.evil.io', 'mydapp.example'],
    ['https://mydаpp.example', 'mydapp.example'],
    ['https://mydapp.org', undefined],
    ['http://127.0.0.1:9090', undefined],
  ])('%s: %s', (origin, imitated) => {
    expect(imitatedSite(new URL(origin).origin, connected)).toBe(imitated)
  })
})

describe('known phishing hosts', () => {
  test('every host of the published list is found, and each below it', () => {
    expect(phishingHosts.length).toBeGreaterThan(400)
    expect(phishingHosts.filter((host) => !isListed(host))).toEqual([])
    expect(phishingHosts.filter((host) => !isListed(`app.wallet.${host}`))).toEqual([])
  })

  test('100,000 random hosts are not', () => {
    let seed = 1
    const next = (below: number) => {
      seed = (seed * 48271) % 0x7fffffff
      return seed % below
    }
    const word = () =>
      Array.from({ length: 4 + next(9) }, () => String.fromCharCode(97 + next(26))).join('')
    const hosts = Array.from({ length: 100_000 }, () => `${word()}.${word()}.com`)
    expect(new Set(hosts).size).toBeGreaterThan(99_000)
    expect(hosts.filter(isListed)).toEqual([])
  })

  test('neither a public suffix nor what only ends like a listed host', () => {
    const [first = ''] = phishingHosts
    for (const host of ['com', 'co.uk', 'localhost', '', '127.0.0.1', `x${first}`, `${first}.x`])
      expect(isListed(host)).toBe(false)
  })

  test('no well-known site is on it', () => {
    expect(wellKnown.sites.filter(({ domain }) => isListed(domain))).toEqual([])
  })

  test('less than one host in ten million hits by chance', () => {
    expect(phishing.hosts / 2 ** 48).toBeLessThan(1e-7)
    expect(phishing.hashes.length).toBe(12 * phishing.hosts)
  })
})

/** A domain of each protocol whose signatures are read by their exact type. */
const signed = {
  Uniswap: 'uniswap.org',
  '1inch': '1inch.io',
  '0x': '0x.org',
  CoW: 'cow.fi',
  OpenSea: 'opensea.io',
  Blur: 'blur.io',
  Aave: 'aave.com',
  Compound: 'compound.finance',
  Morpho: 'morpho.org',
  Safe: 'safe.global',
  Hyperliquid: 'hyperliquid.xyz',
  Polymarket: 'polymarket.com',
  ENS: 'ens.domains',
} as const

test.each(Object.entries(signed))('%s is guarded at %s', (_, domain) => {
  const hyphened = domain.replaceAll('.', '-')
  expect(imitatedSite(originOf(domain), [])).toBeUndefined()
  expect(imitatedSite(originOf(`app.${domain}`), [])).toBeUndefined()
  for (const host of [
    `app.${domain}.evil.xyz`,
    `${hyphened}.evil.xyz`,
    `app-${hyphened}.pages.dev`,
  ])
    expect(imitatedSite(originOf(host), []), host).toBe(domain)
})

describe('the sites that packages state', () => {
  test('are those that are to be taken, each from a file that was read', () => {
    expect(
      facts.map(({ package: name, version, path, licence, domains }) => ({
        package: name,
        version,
        path,
        licence,
        domains,
      })),
    ).toEqual(statements)
    expect(facts.filter(({ sha256 }) => !/^[0-9a-f]{64}$/.test(sha256))).toEqual([])
    const domains = facts.flatMap((fact) => fact.domains)
    expect(new Set(domains).size).toBe(domains.length)
    const known = wellKnown.sites.map(({ domain }) => domain)
    expect(domains.filter((domain) => !known.includes(domain))).toEqual([])
  })

  test('come under licences that fit, from versions that were public for 14 days', () => {
    expect(facts.filter(({ licence }) => !isFitting(licence))).toEqual([])
    const days = facts.map(({ date }) => (Date.parse(taken) - Date.parse(date)) / 86_400_000)
    expect(days.filter((day) => !(day >= 14))).toEqual([])
  })
})

test('the lists in the repository are what the packages of today make', () => {
  expect(wellKnown).toEqual(wellKnownNow)
  expect(phishing).toEqual(phishingSet)
})

describe('the finding about a request', () => {
  const listed = phishingHosts.find((host) => !imitatedSite(originOf(host), [])) ?? ''
  test.each<[string, string, string | undefined, string[]]>([
    ['an honest site', 'https://app.uniswap.org', undefined, []],
    ['an imitation', 'https://app-uniswap.org', undefined, ['imitated site']],
    ['a listed site', `https://${listed}`, undefined, ['phishing site']],
    ['a frame of an imitation', 'https://uniswap.com', 'https://a.example', ['imitated site']],
    ['a frame in an imitation', 'https://a.example', 'https://uniswap.com', ['imitated site']],
    ['a frame in a listed site', 'https://a.example', `https://${listed}`, ['phishing site']],
    ['a frame in an unknown site', 'https://a.example', '', []],
  ])('%s', (_, origin, top, doubts) => {
    expect(findingOf({ origin, top }, []).doubts).toEqual(doubts)
  })

  test('a listed imitation is both', () => {
    const host = phishingHosts.find((one) => imitatedSite(originOf(one), []))
    expect(findingOf({ origin: originOf(host ?? '') }, []).doubts).toEqual([
      'phishing site',
      'imitated site',
    ])
  })

  test('names the host and the list', () => {
    expect(findingOf({ origin: 'https://a.example', top: 'https://uniswap.com' }, [])).toEqual({
      doubts: ['imitated site'],
      sites: [{ origin: 'https://uniswap.com', isListed: false, imitates: 'uniswap.org' }],
      listed: phishing.date,
      known: wellKnown.date,
    })
  })
})
