import type { EditableAllowance } from '@/lib/decode/edit'
import type { Allowance } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { sameAddress } from '@/lib/values/address'

/** Finds what a node said of an allowance that a call gives; undefined where it said nothing. */
export const readOf = (
  { allowances }: Quote,
  { keeper, token, spender }: EditableAllowance,
): Allowance | undefined =>
  allowances.find(
    (one) =>
      // The word of an item is its ID, and no amount.
      one.standard === (keeper === 'Permit2' ? 'Permit2' : 'ERC20') &&
      sameAddress(one.token, token) &&
      sameAddress(one.spender, spender),
  )

/** Tells if an allowance that a call gives stands after a batch that succeeds, at some amount. */
export const isLeft = (quote: Quote, given: EditableAllowance): boolean => {
  const read = readOf(quote, given)
  return (
    quote.verdict === 'succeeds' &&
    read !== undefined &&
    (read.left === 'all' || BigInt(read.left) > 0n)
  )
}
