import { numberToHex, type Hex } from 'viem'
import { sanitize } from '../decode/sanitize'
import { decodeRevert } from '../decode/revert'
import type { SimulatedResult } from './simulateV1'
import type { CallOutcome } from './quote'

/**
 * Returns the gas used before refunds, which the limit must cover. A refund is at most a fifth of the gas
 * (EIP-3529).
 */
const beforeRefunds = ({ gasUsed, maxUsedGas }: SimulatedResult): Hex =>
  maxUsedGas ?? numberToHex((BigInt(gasUsed) * 5n) / 4n)

/**
 * Returns the revert data from the place where a node puts them: with the error, at the end of its text, or
 * in the return data.
 */
export const revertData = ({ error, returnData }: SimulatedResult): Hex => {
  const data = typeof error === 'object' ? error?.data : error
  const found = typeof data === 'string' ? /0x(?:[0-9a-f]{2})+$/i.exec(data)?.[0] : undefined
  return (found as Hex | undefined) ?? returnData ?? '0x'
}

/** Words that nodes put before every revert; they give no reason. */
const empty = /^(vm execution error|(transaction )?(execution )?(reverted|failed)|revert)[:.\s]*/i

/** Returns why a call failed: the contract's own reason if there is one, else the node's text. */
export const reasonOf = (result: SimulatedResult, gas?: Hex): string => {
  const data = revertData(result)
  if (data !== '0x') return decodeRevert(data)
  const { error, gasUsed } = result
  const text = (typeof error === 'string' ? error : error?.message) ?? ''
  const said = text.replace(empty, '').replace(empty, '').trim()
  if (said) return sanitize(said)
  return gas && BigInt(gasUsed) >= BigInt(gas) ? 'it uses up all its gas' : decodeRevert('0x')
}

/** Returns the outcome of a simulated call; `gas` is the limit it had. */
export const callOutcome = (result: SimulatedResult | undefined, gas?: Hex): CallOutcome => {
  if (!result) return { status: 'unknown', reason: 'the node left it out' }
  const used = beforeRefunds(result)
  if (BigInt(result.status) === 1n) return { status: 'succeeds', gas: used }
  return { status: 'fails', gas: used, reason: reasonOf(result, gas) }
}
