import { formatUnits } from 'viem'
import { region } from './messages'

const format = (text: string): string =>
  new Intl.NumberFormat(region(), { maximumFractionDigits: 100, useGrouping: 'always' }).format(
    text as Intl.StringNumericLiteral,
  )

/** An amount in whole units, exact, thousands apart, as the user's region writes it. */
export const units = (amount: bigint, decimals: number): string =>
  format(formatUnits(amount, decimals))

/** A whole number, thousands apart. */
export const count = (value: bigint | number): string => units(BigInt(value), 0)

/** From here on an allowance has no limit in practice: Permit2's largest, and half of all there is. */
const unlimited = 2n ** 160n - 1n

/** Tells if an allowance is meant to have no limit. */
export const isUnlimited = (amount: bigint): boolean => amount >= unlimited
