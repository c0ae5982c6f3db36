import { isHex, size, slice, type Hex } from 'viem'
import type { Reason } from '../db/outcome'

/** The most bytes of revert data that reach the page, as a contract can write a megabyte. */
const most = 2048

/** Returns a contract's revert data as a reason. */
export const reverted = (data: Hex): Reason => {
  // A node may give anything in the place of the data.
  if (!isHex(data)) return { why: 'reverted', data: '0x', size: 0 }
  const whole = size(data)
  return { why: 'reverted', data: whole > most ? slice(data, 0, most) : data, size: whole }
}
