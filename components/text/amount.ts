import { formatUnits } from 'viem'
import { unlimited } from '@/lib/values/unlimited'
import { region } from './messages'
import { perLocale } from './perLocale'

const exact = perLocale(
  (region) => new Intl.NumberFormat(region, { maximumFractionDigits: 100, useGrouping: 'always' }),
)

const format = (text: string): string => exact(region()).format(text as Intl.StringNumericLiteral)

/** An amount in whole units, exact, thousands apart, as the user's region writes it. */
export const units = (amount: bigint, decimals: number): string =>
  format(formatUnits(amount, decimals))

/** A whole number, thousands apart. */
export const count = (value: bigint | number): string => units(BigInt(value), 0)

/** True for an allowance that has no limit in practice, whether the token keeps it or Permit2 does. */
export const isUnlimited = (amount: bigint): boolean => amount >= unlimited.Permit2
