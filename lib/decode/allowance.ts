import { numberToHex, type Address } from 'viem'
import type { CallAction, Unit } from './reading'
import type { Context } from './standard'
import { parts } from './steps'

/**
 * From here on an allowance has no limit. A token's: half of all numbers, as no supply comes near it and what
 * is spent leaves it beyond reach. Permit2's: the most that it holds, which it does not lower.
 */
export const unlimited = { token: 2n ** 255n, Permit2: 2n ** 160n - 1n } as const

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
  isUnlimited: amount >= unlimited.token,
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
  isUnlimited: amount >= unlimited.Permit2,
  until: until === null ? null : numberToHex(until),
})

type Details = { token: Address; amount: bigint; expiration: number }

/** The permits that an owner's signature gives Permit2: for one token or for several. */
export const permitsOf = (
  owner: Address,
  spender: Address,
  details: Details | readonly Details[],
  context: Context,
): CallAction => {
  const one = ({ token, amount, expiration }: Details): CallAction => ({
    kind: 'permit',
    ...ofPermit2(owner, token, spender, amount, expiration),
  })
  return 'token' in details ? one(details) : parts(details.map(one), context)
}

type Move = { token: Address; from: Address; to: Address; amount: bigint }

/** A transfer of units of a token. */
export const transferOf = ({ token, from, to, amount }: Move): CallAction => ({
  kind: 'transfer',
  token,
  from,
  to,
  amount: numberToHex(amount),
  unit: 'amount',
})
