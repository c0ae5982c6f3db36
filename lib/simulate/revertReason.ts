import { numberToHex, type Hex } from 'viem'
import { sanitize } from '../decode/sanitize'
import { decodeRevert } from '../decode/revert'
import type { SimulatedResult } from './simulateV1'
import type { CallOutcome } from './quoteBatch'

/** A refund is at most a fifth of the gas (EIP-3529), and comes after the limit was kept. */
const beforeRefunds = ({ gasUsed, maxUsedGas }: SimulatedResult): Hex =>
  maxUsedGas ?? numberToHex((BigInt(gasUsed) * 5n) / 4n)

/** Revert data where a node put them: with the error, as text at the end of it, or in the return data only. */
export const revertData = ({ error, returnData }: SimulatedResult): Hex => {
  const data = typeof error === 'object' ? error?.data : error
  const found = typeof data === 'string' ? /0x(?:[0-9a-f]{2})+$/i.exec(data)?.[0] : undefined
  return (found as Hex | undefined) ?? returnData ?? '0x'
}

/** What every node says of every revert, and so says nothing. */
const empty = /^(vm execution error|(transaction )?(execution )?(reverted|failed)|revert)[:.\s]*/i

/** Why a call failed, in the contract's words if it has any, in the node's otherwise. */
export const reasonOf = (result: SimulatedResult, gas?: Hex): string => {
  const data = revertData(result)
  if (data !== '0x') return decodeRevert(data)
  const { error, gasUsed } = result
  const text = (typeof error === 'string' ? error : error?.message) ?? ''
  const said = text.replace(empty, '').replace(empty, '').trim()
  if (said) return sanitize(said)
  return gas && BigInt(gasUsed) >= BigInt(gas) ? 'it uses up all its gas' : decodeRevert('0x')
}

/** What a node's word on a call comes to; `gas`: what it was given. */
export const callOutcome = (result: SimulatedResult | undefined, gas?: Hex): CallOutcome => {
  if (!result) return { status: 'unknown', reason: 'the node left it out' }
  const used = beforeRefunds(result)
  if (BigInt(result.status) === 1n) return { status: 'succeeds', gas: used }
  return { status: 'fails', gas: used, reason: reasonOf(result, gas) }
}
