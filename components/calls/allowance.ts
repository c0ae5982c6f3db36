import type { Deed } from '@/lib/decode/reading'
import type { Place } from './place'
import { tokenAt } from './tokens'

/** A spender's allowance, by a call or by a signature. */
export type Allowing = Extract<Deed, { kind: 'approve' | 'permit' }>

/** Whether it allows more than the account has, as far as that is known. */
export const isLarge = ({ token, amount, unit }: Allowing, { tokens }: Place): boolean => {
  const balance = tokenAt(tokens, token)?.balance
  return unit !== 'id' && balance !== undefined && BigInt(amount) > BigInt(balance)
}
