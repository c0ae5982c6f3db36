import type { Doubt } from './danger'

/** Ceiling of a fee and the amounts that it is compared with, all in wei; `price` and `usual` are wei per gas. */
export type FeeScale = {
  /** The most that the gas can cost. */
  ceiling: bigint
  price: bigint
  balance: bigint
  /** Median price in the last 20 blocks; undefined if it is unknown. */
  usual: bigint | undefined
  /** Coin that is sent where nothing else happens; undefined where something else does. */
  sent: bigint | undefined
}

/** The doubts about a fee: more than is sent, above 1 % of the balance, or over ten times the usual price. */
export const doubtsOfFee = ({ ceiling, price, balance, usual, sent }: FeeScale): Doubt[] => [
  ...(sent !== undefined && ceiling > sent ? ['fee above amount' as const] : []),
  ...(100n * ceiling > balance ? ['fee above share' as const] : []),
  ...(usual !== undefined && price > 10n * usual ? ['fee above usual' as const] : []),
]

/**
 * The doubts about what somebody else takes for paying: above 1 % of the token's balance, 0 where nobody knows it. What
 * nobody can tell may be above that.
 */
export const doubtsOfCharges = (
  charges: readonly { amount: bigint; balance: bigint }[] | undefined,
): Doubt[] =>
  !charges || charges.some(({ amount, balance }) => 100n * amount > balance)
    ? ['fee above share' as const]
    : []
