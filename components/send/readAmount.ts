import { parseUnits } from 'viem'
import { readTyped } from '../text/typed'

/** A typed amount in units, or the reason why it is none. */
export type TypedAmount =
  | { kind: 'empty' }
  | { kind: 'amount'; amount: bigint }
  | { kind: 'wrong'; why: 'number' | 'decimals' | 'zero' | 'short' }

/** Reads an amount in whole units; it has a decimal sign, if anything, and never more digits than the asset. */
export const readAmount = (text: string, decimals: number, most: bigint): TypedAmount => {
  if (text.trim() === '') return { kind: 'empty' }
  const typed = readTyped(text)
  if (typed === undefined) return { kind: 'wrong', why: 'number' }
  const [, fraction = ''] = typed.split('.')
  if (fraction.length > decimals) return { kind: 'wrong', why: 'decimals' }
  const amount = parseUnits(typed, decimals)
  if (amount === 0n) return { kind: 'wrong', why: 'zero' }
  return amount > most ? { kind: 'wrong', why: 'short' } : { kind: 'amount', amount }
}
