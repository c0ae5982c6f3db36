import { units } from './amount'

/** Number of digits after the point of an amount that is only glanced at. */
const digits = 6

/** An amount in whole units, at most six digits after the point and never more than it is. */
export const brief = (amount: bigint, decimals: number): string => {
  if (decimals <= digits) return units(amount, decimals)
  const shown = amount / 10n ** BigInt(decimals - digits)
  if (amount > 0n && shown === 0n) return `<${units(1n, digits)}`
  return units(shown, digits)
}
