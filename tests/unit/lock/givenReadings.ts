import type { Address } from 'viem'
import type { CallAction, DecodedCall } from '@/lib/decode/reading'
import { alice, bob } from '../accounts'

/** The contract whose allowances these readings give. */
export const givenToken: Address = '0x00000000000000000000000000000000000070c3'

/** Returns the reading of a call that does so, as sure as can be unless it is a guess. */
export const readingOf = (action: CallAction, isGuess = false): DecodedCall => ({
  ...action,
  standard: null,
  signature: null,
  args: [],
  deadline: null,
  isGuess,
})

const allowing = {
  owner: alice,
  token: givenToken,
  spender: bob,
  amount: '0x64',
  unit: 'amount',
  isUnlimited: false,
  keeper: 'token',
  until: null,
} as const

export type Allowing = {
  owner?: Address
  token?: Address
  spender?: Address
  keeper?: 'token' | 'Permit2'
}

/** Returns a reading by which the account allows somebody an amount of the token. */
export const approving = (change: Allowing = {}): CallAction => ({
  ...allowing,
  ...change,
  kind: 'approve',
  change: 'set',
})

/** Returns the same by a signature. */
export const permitting = (change: Allowing = {}): CallAction => ({
  ...allowing,
  ...change,
  kind: 'permit',
})

export type Operating = {
  owner?: Address
  token?: Address
  operator?: Address
  isApproved?: boolean
}

/** Returns a reading by which the account makes somebody an operator of the collection. */
export const operating = (change: Operating = {}): CallAction => ({
  kind: 'approveAll',
  owner: alice,
  token: givenToken,
  operator: bob,
  isApproved: true,
  ...change,
})
