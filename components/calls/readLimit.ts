import { parseUnits } from 'viem'
import { readTyped } from '../text/typed'

/** Reads a limit in whole units: none at all is a limit too, more than the site asks is not. */
export const readLimit = (
  text: string,
  decimals: number,
  asked: bigint,
): { amount: bigint } | { why: 'number' | 'decimals' | 'most' } => {
  const typed = readTyped(text)
  if (typed === undefined) return { why: 'number' }
  const [, fraction = ''] = typed.split('.')
  if (fraction.length > decimals) return { why: 'decimals' }
  const amount = parseUnits(typed, decimals)
  return amount > asked ? { why: 'most' } : { amount }
}
