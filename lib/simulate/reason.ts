import { isHex, size, slice, type Hex } from 'viem'

/** Why a call fails, or why that is not known. The page says it in the user's language. */
export type Reason =
  /** The contract's revert data, cut to its first bytes; `size`: bytes of all of it. */
  | { why: 'reverted'; data: Hex; size: number }
  /** The node's own text, not sanitized. */
  | { why: 'node'; text: string }
  /** The node can only try each call alone, and alone this one fails. */
  | { why: 'alone'; reason: Reason }
  /** `left out`: the node gave no result; `earlier`: a call before it fails. */
  | { why: 'all gas' | 'balance' | 'left out' | 'gas cap' | 'earlier' }
  | { why: 'not simulated' | 'only alone' | 'no answer' }

/** The most bytes of revert data that reach the page, as a contract can write a megabyte. */
const most = 2048

/** Returns a contract's revert data as a reason. */
export const reverted = (data: Hex): Reason => {
  // A node may give anything in the place of the data.
  if (!isHex(data)) return { why: 'reverted', data: '0x', size: 0 }
  const whole = size(data)
  return { why: 'reverted', data: whole > most ? slice(data, 0, most) : data, size: whole }
}
