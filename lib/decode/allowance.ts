import { numberToHex, type Address } from 'viem'
import type { Deed, Unit } from './reading'
import type { Context } from './standard'
import { parts } from './steps'

/** Half of all there can be: no supply comes near it, and what is spent leaves it beyond reach. */
const unlimitedOfToken = 2n ** 255n

/** The most that Permit2 holds, and the one number it does not lower by what is spent. */
const unlimitedOfPermit2 = 2n ** 160n - 1n

/** An allowance that a token keeps. */
export const ofToken = (
  owner: Address,
  token: Address,
  spender: Address,
  amount: bigint,
  unit: Unit,
) => ({
  owner,
  token,
  spender,
  unit,
  amount: numberToHex(amount),
  keeper: 'token' as const,
  isUnlimited: amount >= unlimitedOfToken,
  until: null,
})

/** An allowance that Permit2 keeps, until a time in seconds since 1970. */
export const ofPermit2 = (
  owner: Address,
  token: Address,
  spender: Address,
  amount: bigint,
  until: number | null,
) => ({
  owner,
  token,
  spender,
  amount: numberToHex(amount),
  keeper: 'Permit2' as const,
  unit: 'amount' as const,
  isUnlimited: amount >= unlimitedOfPermit2,
  until: until === null ? null : numberToHex(until),
})

type Details = { token: Address; amount: bigint; expiration: number }

/** What Permit2 is told by its owner's signature: for one token or for several. */
export const permitsOf = (
  owner: Address,
  spender: Address,
  details: Details | readonly Details[],
  context: Context,
): Deed => {
  const one = ({ token, amount, expiration }: Details): Deed => ({
    kind: 'permit',
    ...ofPermit2(owner, token, spender, amount, expiration),
  })
  return 'token' in details ? one(details) : parts(details.map(one), context)
}

type Move = { token: Address; from: Address; to: Address; amount: bigint }

/** A transfer of units of a token. */
export const transferOf = ({ token, from, to, amount }: Move): Deed => ({
  kind: 'transfer',
  token,
  from,
  to,
  amount: numberToHex(amount),
  unit: 'amount',
})
