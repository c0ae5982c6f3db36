import { encodeErrorResult, parseAbi, toFunctionSelector, type Hex } from 'viem'
import { expect } from 'vitest'
import type { Reason } from '@/lib/db/outcome'
import { reverted } from '@/lib/simulate/reason'

/** Revert data with a sentence of the contract. */
export const sentence = (text: string): Hex =>
  encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [text] })

/** The reason of a call that reverts with a sentence. */
export const says = (text: string): Reason => reverted(sentence(text))

/** A reason with ERC-6093's error for a balance that is too small. */
export const tooPoor = {
  why: 'reverted',
  data: expect.stringContaining(
    toFunctionSelector('ERC20InsufficientBalance(address,uint256,uint256)'),
  ) as unknown,
}
