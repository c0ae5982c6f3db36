import { formatUnits } from 'viem'

/** An amount in whole units, exact, thousands apart. */
export const units = (amount: bigint, decimals: number): string => {
  const [whole = '0', rest] = formatUnits(amount, decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return rest ? `${grouped}.${rest}` : grouped
}

/** Wei as ETH, exact. */
export const ether = (wei: bigint): string => `${units(wei, 18)} ETH`

const step = (wei: bigint, digits: number): bigint =>
  10n ** BigInt(Math.max(0, wei.toString().length - digits))

/** Wei as ETH, at most so many significant digits, never less than it is. */
export const etherAtMost = (wei: bigint, digits: number): string => {
  const by = step(wei, digits)
  return ether(((wei + by - 1n) / by) * by)
}

/** A whole number, thousands apart. */
export const count = (value: bigint | number): string => units(BigInt(value), 0)

/** A noun with its number: `1 call`, `3 calls`. */
export const some = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`

/** From here on an allowance has no limit in practice: Permit2's largest, and half of all there is. */
const unlimited = 2n ** 160n - 1n

/** Whether an allowance is meant to have no limit. */
export const isUnlimited = (amount: bigint): boolean => amount >= unlimited
