import { numberToHex, type Address, type Hex } from 'viem'
import { max, min } from '../values/bigint'
import type { Call, Mode } from '../db'
import { aboveFloor, authorizationGas } from './floor'
import type { CallOutcome } from './quoteBatch'

/** The limit of a call that no node could estimate, and that the user may run all the same: most need less. */
const unknownGas = 1_000_000n

/** Estimates drift between looking and inclusion. */
const withMargin = (gas: bigint): bigint => (gas * 115n) / 100n

/** A batch as it would be sent. */
export type GasTerms = {
  mode: Mode
  calls: readonly Call[]
  delegate: Address | null
  upgrade: boolean
  suggestedGas?: Hex | undefined
}

/**
 * Gas limits, one for each transaction: what the site set, or what was used with a margin, never below what
 * nodes ask for the data. `whole`: what came of an atomic batch's transaction, an upgrade not counted.
 * Only one of an atomic batch that succeeds may exceed the chain's cap: then it cannot run as one.
 */
export const gasLimits = (
  terms: GasTerms,
  outcomes: readonly CallOutcome[],
  whole: CallOutcome | undefined,
  cap: number,
): Hex[] => {
  const { mode, calls, upgrade, suggestedGas = '0x0' } = terms
  const capped = (gas: bigint): Hex => numberToHex(min(gas, BigInt(cap)))
  const limits = calls.map(({ gas }, index) => {
    if (gas) return capped(BigInt(gas))
    const limit = withMargin(usedBy(outcomes[index]) ?? unknownGas)
    return capped(mode === 'one' ? max(limit, BigInt(suggestedGas)) : limit)
  })
  if (mode !== 'atomic') return aboveFloor(limits, terms)
  const overhead = upgrade ? authorizationGas : 0n
  const gas =
    whole?.status === 'succeeds'
      ? numberToHex(withMargin(BigInt(whole.gas) + overhead) + shares(calls, outcomes))
      : capped(limits.reduce((sum, limit) => sum + BigInt(limit), overhead))
  return aboveFloor([gas], terms)
}

/** A call that was not even tried has used none, which says nothing. */
const usedBy = (outcome: CallOutcome | undefined): bigint | undefined =>
  (outcome && 'gas' in outcome ? BigInt(outcome.gas) : 0n) || undefined

/** By how much the site's own limits for single calls (ERC-8132) exceed what those calls use. */
const shares = (calls: readonly Call[], outcomes: readonly CallOutcome[]): bigint =>
  calls.reduce((sum, { gas }, index) => {
    const used = usedBy(outcomes[index]) ?? 0n
    return gas && BigInt(gas) > used ? sum + BigInt(gas) - used : sum
  }, 0n)
