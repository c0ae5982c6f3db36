import { parse } from 'tldts'
import { glance, lettersOf, hostnameOf } from '../text/origin'
import { isOneEdit } from './oneEdit'
import wellKnown from './wellKnown.json'

/**
 * A site that others are held against. Its `kind` tells how far its name alone stands for it: a `name` does,
 * a `chain` is also the name of a network, a `word` is a word of many. `near` are words one letter away.
 */
export type KnownSite = { domain: string; kind: string; near: readonly string[] }

/** Words that make a name into a lure: "uniswapclaim", "ethereum-login". */
const lures = [
  'airdrop',
  'airdrops',
  'app',
  'apps',
  'bonus',
  'bridge',
  'claim',
  'claims',
  'connect',
  'dapp',
  'defi',
  'exchange',
  'finance',
  'help',
  'io',
  'launch',
  'login',
  'mint',
  'official',
  'online',
  'pro',
  'recovery',
  'reward',
  'rewards',
  'secure',
  'stake',
  'staking',
  'support',
  'swap',
  'sync',
  'token',
  'tokens',
  'trade',
  'validate',
  'verify',
  'wallet',
  'wallets',
  'web',
  'web3',
]

/** The shortest name of which one letter may differ: other names lie too close to shorter ones. */
const editable = 7

/** The shortest such name under the very same ending. */
const editableInPlace = 5

/** A host in pieces, each as it looks at a glance. */
type HostParts = {
  /** The registrable domain of a host, and its labels below and above the public suffix. */
  domain: string
  name: string
  suffix: string
  /** The labels before the domain. */
  below: string[]
}

const hostPartsOf = (host: string): HostParts | undefined => {
  const { domain, publicSuffix, isIp } = parse(host, { allowPrivateDomains: true })
  // A developer's own machine may bear any name.
  if (!domain || !publicSuffix || isIp || publicSuffix === 'localhost') return undefined
  const shown = (part: string): string =>
    glance(
      part
        .split('.')
        .map((label) => lettersOf(label) ?? label)
        .join('.'),
    )
  const below = host.slice(0, -domain.length - 1)
  return {
    domain: shown(domain),
    name: shown(domain.slice(0, -publicSuffix.length - 1)),
    suffix: shown(publicSuffix),
    below: below === '' ? [] : shown(below).split('.'),
  }
}

const knownParts = new Map<string, HostParts | undefined>()

/** The look of a site that others are held against: worked out once, since each request needs it. */
const knownHostParts = (domain: string): HostParts | undefined => {
  if (!knownParts.has(domain)) knownParts.set(domain, hostPartsOf(domain))
  return knownParts.get(domain)
}

/**
 * Tells if the whole domain stands in labels before another: `uniswap.org.evil.io`, `app-uniswap.org.evil.io`,
 * `uniswap-org.evil.io`.
 */
const carries = (look: HostParts, domain: string): boolean => {
  const labels = [...look.below, look.name]
  const dotted = `.${labels.join('.')}.`
  const hyphened = domain.replaceAll('.', '-')
  return (
    dotted.includes(`.${domain}.`) ||
    dotted.includes(`-${domain}.`) ||
    labels.some((label) => label === hyphened || label.endsWith(`-${hyphened}`))
  )
}

const isLure = (word: string): boolean => lures.includes(word) || /^v?\d*$/.test(word)

/** Tells if a label is a name with a lure around it: `uniswapapp`, `ethereum-claim`. */
const isLured = (label: string, name: string): boolean => {
  const bare = label.replaceAll('-', '')
  const from = bare.indexOf(name)
  if (from < 0) return false
  return isLure(bare.slice(0, from)) && isLure(bare.slice(from + name.length))
}

/** Tells if a label is the name, alone or among words with hyphens, or a letter away from it. */
const bears = (
  label: string,
  { name }: HostParts,
  near: readonly string[],
  least: number,
): boolean => {
  const words = [label, label.replaceAll('-', ''), ...label.split('-')]
  return words.some(
    (word) =>
      word === name || (name.length >= least && !near.includes(word) && isOneEdit(word, name)),
  )
}

const imitates = (look: HostParts, known: HostParts, { kind, near }: KnownSite): boolean => {
  if (look.domain === known.domain || carries(look, known.domain)) return true
  const { name, suffix } = known
  if (kind === 'name') {
    const least = look.suffix === suffix ? editableInPlace : editable
    return (
      bears(look.name, known, near, least) ||
      [...look.below, look.name].some(
        (label) => bears(label, known, near, editable) || isLured(label, name),
      )
    )
  }
  // A network's name stands in many hosts: only alone under another ending, or with a lure.
  return kind === 'chain' && name.length >= editable && isLured(look.name, name)
}

/** The domain under which a connected site is known: its name may be a word, so it counts whole. */
const knownFrom = (origin: string): KnownSite[] => {
  const { domain, isIp } = parse(hostnameOf(origin), { allowPrivateDomains: true })
  return domain && !isIp ? [{ domain, kind: 'word', near: [] }] : []
}

/**
 * The domain of the well-known or connected site that an origin is made to be taken for. A host under the
 * same registered domain is never an imitation.
 */
export const imitatedSite = (
  origin: string,
  connected: readonly string[],
  wellKnownSites: readonly KnownSite[] = wellKnown.sites,
): string | undefined => {
  const host = hostnameOf(origin)
  const own = parse(host, { allowPrivateDomains: true }).domain
  const look = hostPartsOf(host)
  if (!look) return undefined
  if (wellKnownSites.some(({ domain }) => domain === own)) return undefined
  const known = [...wellKnownSites, ...connected.flatMap(knownFrom)]
  return known.find((site) => {
    const other = site.domain === own ? undefined : knownHostParts(site.domain)
    return other && imitates(look, other, site)
  })?.domain
}
