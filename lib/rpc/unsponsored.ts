/**
 * Why nobody else pays for a batch: what a service did, nobody would send it, it cannot be here, it runs in order, or it
 * is too large for one transaction.
 */
export type Unsponsored =
  | 'refused'
  | 'silent'
  | 'wrong'
  | 'bundler'
  | 'network'
  | 'account'
  | 'order'
  | 'size'

const texts: Record<Unsponsored, string> = {
  refused: 'the service refused',
  silent: 'the service did not answer',
  wrong: 'the service answered wrongly',
  bundler: 'no bundler for it',
  network: 'not on this network',
  account: 'not for this account',
  order: 'not for calls in order',
  size: 'too large to run as one',
}

/** Returns what a site is told of it, never in the service's own words. */
export const unsponsoredText = (why: Unsponsored): string => `paymasterService: ${texts[why]}`
