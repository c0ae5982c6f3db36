import type { Change, Held, Tolerance } from '../db/outcome'
import { usual } from './choice'

/** Units of a token that its own rounding may take beside that. */
const rounding = 2n

const slackOf = (amount: bigint, tolerance: Tolerance, isItem: boolean): bigint => {
  // Of items that cannot be divided, none is to spare before the tolerance makes up a whole one.
  if (isItem) return (amount * BigInt(tolerance)) / 1000n
  const slack = (amount * BigInt(tolerance) + 999n) / 1000n
  return slack > rounding ? slack : rounding
}

/**
 * Returns the least balance of a held asset after a batch, in raw units, fees left out: the balance before it and
 * the change that was accepted, with a tolerance (in thousandths) where the calls' data do not fix the amount. At most
 * 0 if the balance itself is the bound.
 */
export const lockFloor = (
  { asset, had, fixed }: Held,
  change: Pick<Change, 'direction' | 'amount'> | undefined,
  tolerance: Tolerance = usual,
): bigint => {
  const before = BigInt(had)
  if (!change) return before
  const amount = BigInt(change.amount)
  const slack = slackOf(amount, tolerance, asset.standard === 'ERC1155')
  const bound = fixed === undefined ? undefined : BigInt(fixed)
  if (change.direction === 'in') {
    const least = amount - slack
    // A bound that the batch does not keep is not its bound.
    const isTighter = bound !== undefined && bound <= amount && bound > least
    return before + (isTighter ? bound : least > 0n ? least : 0n)
  }
  const most = amount + slack
  const isTighter = bound !== undefined && bound >= amount && bound < most
  return before - (isTighter ? bound : most)
}
