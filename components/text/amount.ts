import { formatUnits } from 'viem'

/** An amount in whole units, exact, thousands apart. */
export const units = (amount: bigint, decimals: number): string => {
  const [whole = '0', rest] = formatUnits(amount, decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return rest ? `${grouped}.${rest}` : grouped
}

/** A whole number, thousands apart. */
export const count = (value: bigint | number): string => units(BigInt(value), 0)

/** From here on an allowance has no limit in practice: Permit2's largest, and half of all there is. */
const unlimited = 2n ** 160n - 1n

/** Whether an allowance is meant to have no limit. */
export const isUnlimited = (amount: bigint): boolean => amount >= unlimited
