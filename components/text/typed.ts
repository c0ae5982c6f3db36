import { region } from './messages'

/** The sign before the decimals, as the user's region writes it. */
const sign = (): string =>
  new Intl.NumberFormat(region()).formatToParts(0.5).find(({ type }) => type === 'decimal')
    ?.value ?? '.'

/** A number in its canonical form, as it is typed. */
export const asTyped = (text: string): string => text.replace('.', sign())

/**
 * Brings a typed number into canonical form; undefined if it is no number without thousands apart. A point is always
 * understood, but for one that may stand between thousands: `1.500` where decimals follow a comma.
 */
export const readTyped = (text: string): string | undefined => {
  const typed = text.trim()
  const decimal = sign()
  if (decimal !== '.' && /^[1-9]\d{0,2}\.\d{3}$/.test(typed)) return undefined
  const canonical = typed.replace(decimal, '.')
  return /^(\d+\.?\d*|\.\d+)$/.test(canonical) ? canonical : undefined
}
