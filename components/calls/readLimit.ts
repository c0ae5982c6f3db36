import { parseUnits } from 'viem'
import type { Edit } from '@/lib/decode/edit'
import { readTyped } from '../text/typed'

type ReadLimit = { amount: bigint } | { why: 'number' | 'decimals' | 'most' }

/** Reads a limit in whole units: none at all is a limit too, more than the site asks is not. */
export const readLimit = (text: string, decimals: number, asked: bigint): ReadLimit => {
  const typed = readTyped(text)
  if (typed === undefined) return { why: 'number' }
  const [, fraction = ''] = typed.split('.')
  if (fraction.length > decimals) return { why: 'decimals' }
  const amount = parseUnits(typed, decimals)
  return amount > asked ? { why: 'most' } : { amount }
}

/** True if what was typed is the limit that would be signed. */
export const isSet = (typed: ReadLimit, edit: Edit | undefined): boolean =>
  'amount' in typed && edit !== undefined && typed.amount === BigInt(edit.amount)
