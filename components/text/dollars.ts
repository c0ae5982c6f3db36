import { region } from './messages'

const cent = 1_000_000n

/** A value in US dollars with 8 decimals, in whole cents, and never as nothing where it is something. */
export const dollars = (value: bigint): string => {
  const format = new Intl.NumberFormat(region(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })
  return value > 0n && value < cent
    ? `<${format.format(0.01)}`
    : format.format(Number(value / cent) / 100)
}
