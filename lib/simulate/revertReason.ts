import { numberToHex, type Hex } from 'viem'
import type { SimulatedResult } from './simulateV1'
import type { CallOutcome } from './quote'
import type { Reason } from '../db/outcome'
import { reverted } from './reason'
import { nodeWords } from '../network/refusal'

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

/** Returns a contract's revert data as a reason, else the node's own text; undefined if it gives none. */
export const saidReason = (data: Hex, text: string): Reason | undefined => {
  if (data !== '0x') return reverted(data)
  const said = nodeWords(text.replace(empty, '').replace(empty, ''))
  return said ? { why: 'node', text: said } : undefined
}

/** Returns why a call failed: the contract's own reason if there is one, else the node's text. */
export const reasonOf = (result: SimulatedResult, gas?: Hex): Reason => {
  const { error, gasUsed } = result
  const said = saidReason(
    revertData(result),
    (typeof error === 'string' ? error : error?.message) ?? '',
  )
  if (said) return said
  return gas && BigInt(gasUsed) >= BigInt(gas) ? { why: 'all gas' } : reverted('0x')
}

/** Returns the outcome of a simulated call; `gas` is the limit it had. */
export const callOutcome = (result: SimulatedResult | undefined, gas?: Hex): CallOutcome => {
  if (!result) return { status: 'unknown', reason: { why: 'left out' } }
  const used = beforeRefunds(result)
  if (BigInt(result.status) === 1n) return { status: 'succeeds', gas: used }
  return { status: 'fails', gas: used, reason: reasonOf(result, gas) }
}
