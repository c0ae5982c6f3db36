import { sameAddress } from '../values/address'
import { isLoopbackOrigin } from '../values/loopback'

/** Fields of a Sign-In with Ethereum message (EIP-4361), as they stand in it. */
export type SignIn = {
  scheme?: string
  domain: string
  address: string
  statement?: string
  uri: string
  version: string
  chainId: string
  nonce: string
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: string
}

/** Words in every EIP-4361 message, which no other message has a reason to contain. */
const phrase = 'wants you to sign in with your Ethereum account'

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`

const form = new RegExp(
  [
    String.raw`^(?:(?<scheme>[a-zA-Z][a-zA-Z0-9+.-]*):\/\/)?(?<domain>[^\s\/?#@]+) ${phrase}:`,
    // Some sites leave out one of the two empty lines around a missing statement.
    String.raw`(?<address>0x[0-9a-fA-F]{40})`,
    String.raw`(?:\n(?<statement>[^\n]+)\n|\n)?`,
    String.raw`URI: (?<uri>\S+)`,
    String.raw`Version: (?<version>\S+)`,
    String.raw`Chain ID: (?<chainId>\d+)`,
    String.raw`Nonce: (?<nonce>[a-zA-Z0-9]{8,})`,
    `Issued At: (?<issuedAt>${time})` +
      `(?:\\nExpiration Time: (?<expirationTime>${time}))?` +
      `(?:\\nNot Before: (?<notBefore>${time}))?` +
      String.raw`(?:\nRequest ID: (?<requestId>\S*))?` +
      String.raw`(?:\nResources:(?<resources>(?:\n- \S+)*))?\n?$`,
  ].join(String.raw`\n`),
)

/**
 * Returns the fields of an EIP-4361 message; `malformed` if a message claims to be one but does not follow
 * the grammar; undefined for other messages.
 */
export const readSignIn = (text: string): SignIn | 'malformed' | undefined => {
  if (!text.includes(phrase)) return undefined
  const found = form.exec(text)?.groups
  return found ? (found as SignIn) : 'malformed'
}

/** Site, network, account and time that a sign-in is checked against. `now` is in ms since 1970. */
export type SignInContext = { origin: string; chainId: number; account: string; now: number }

/** Fields of a sign-in that do not fit the site that asks. */
export type SignInMismatch =
  | 'domain'
  | 'scheme'
  | 'uri'
  | 'account'
  | 'chain'
  | 'version'
  | 'early'
  | 'late'

const partOf = (url: string, part: 'host' | 'origin'): string | undefined =>
  URL.canParse(url) ? new URL(url)[part] : undefined

/** How far the user's clock may be off, in ms. */
const tolerance = 5 * 60_000

/**
 * Compares a sign-in with the site that asks for it: scheme, domain with port, account, chain, version, time.
 */
export const signInMismatches = (
  signIn: SignIn,
  { origin, chainId, account, now }: SignInContext,
): SignInMismatch[] => {
  const site = new URL(origin)
  const { domain, uri, issuedAt, notBefore, expirationTime } = signIn
  const scheme =
    signIn.scheme?.toLowerCase() ??
    (isLoopbackOrigin(origin) ? site.protocol.slice(0, -1) : 'https')
  const starts = Math.max(Date.parse(issuedAt), notBefore ? Date.parse(notBefore) : -Infinity)
  const found: [SignInMismatch, boolean][] = [
    ['domain', partOf(`${site.protocol}//${domain}`, 'host') !== site.host],
    ['scheme', `${scheme}:` !== site.protocol],
    ['uri', partOf(uri, 'origin') !== site.origin],
    ['account', !sameAddress(signIn.address, account)],
    ['chain', signIn.chainId !== String(chainId)],
    ['version', signIn.version !== '1'],
    ['early', !(starts <= now + tolerance)],
    ['late', expirationTime !== undefined && !(now < Date.parse(expirationTime))],
  ]
  return found.flatMap(([misfit, isFound]) => (isFound ? [misfit] : []))
}
