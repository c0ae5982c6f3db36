import type { EditableAllowance } from '@/lib/decode/edit'
import type { Quote } from '@/lib/simulate/quote'
import { sameAddress } from '@/lib/values/address'

/** Tells if an allowance that a call gives stands after a batch that succeeds, at some amount. */
export const isLeft = (
  { verdict, allowances }: Quote,
  { keeper, token, spender }: EditableAllowance,
): boolean =>
  verdict === 'succeeds' &&
  allowances.some(
    (one) =>
      // The word of an item is its ID, and no amount.
      one.standard === (keeper === 'Permit2' ? 'Permit2' : 'ERC20') &&
      sameAddress(one.token, token) &&
      sameAddress(one.spender, spender) &&
      (one.left === 'all' || BigInt(one.left) > 0n),
  )
