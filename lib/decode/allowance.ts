import { numberToHex, type Address } from 'viem'
import { unlimited } from '../values/unlimited'
import type { CallAction, Unit } from './reading'
import type { Context } from './standard'
import { parts } from './steps'

/** Returns the fields of an allowance that the token contract keeps. */
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

/** Returns the fields of an allowance that Permit2 keeps; `until` is in seconds since 1970. */
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

/** Returns the Permit2 permits of an owner's signature, for one token or for several. */
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

/** Returns a transfer of an amount of a token. */
export const transferOf = ({ token, from, to, amount }: Move): CallAction => ({
  kind: 'transfer',
  token,
  from,
  to,
  amount: numberToHex(amount),
  unit: 'amount',
})
