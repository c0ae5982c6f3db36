import type { Allowance } from '@/lib/db/outcome'
import type { CallAction } from '@/lib/decode/reading'
import type { Outflow } from './outflowsOf'
import type { Place } from './place'
import { tokenAt } from './tokenFacts'

/** A spender's allowance, by a call or by a signature. */
export type Allowing = Extract<CallAction, { kind: 'approve' | 'permit' }>

/** Tells if an allowance is larger than the account's balance, where that is known. */
export const isLargeAllowing = ({ token, amount, unit }: Allowing, { tokens }: Place): boolean => {
  const balance = tokenAt(tokens, token)?.balance
  return unit !== 'id' && balance !== undefined && BigInt(amount) > BigInt(balance)
}

/** Tells if an allowance that remains is larger than the account's balance, where that is known. */
export const isLargeLeft = (
  { token, tokenId, left }: Allowance,
  { tokens }: Pick<Place, 'tokens'>,
): boolean => {
  const balance = tokenAt(tokens, token)?.balance
  return left !== 'all' && !tokenId && balance !== undefined && BigInt(left) > BigInt(balance)
}

/** Tells if an allowance by the word of the calls is larger than the account's balance, where that is known. */
export const isLargeOutflow = (
  { kind, token, amount, unit, isUnlimited }: Outflow,
  { tokens }: Pick<Place, 'tokens'>,
): boolean => {
  const balance = token === null ? undefined : tokenAt(tokens, token)?.balance
  return (
    kind === 'allow' &&
    !isUnlimited &&
    unit !== 'id' &&
    balance !== undefined &&
    amount > BigInt(balance)
  )
}
