import { numberToHex, type Address, type Hex } from 'viem'
import { max, min } from '../values/bigint'
import type { Call, Mode } from '../db'
import { aboveFloor, authorizationGas } from './floor'
import type { CallOutcome } from './quote'

/**
 * Gas limit of a call that no node could estimate and that the user may send all the same. Most need less.
 */
const unknownGas = 1_000_000n

/** Adds 15 %, because gas use may change between the estimate and inclusion. */
const withMargin = (gas: bigint): bigint => (gas * 115n) / 100n

/** The fields of a batch that determine its transactions. */
export type GasTerms = {
  mode: Mode
  calls: readonly Call[]
  delegate: Address | null
  upgrade: boolean
  /** The contract that has the account run the calls; absent if the account itself sends them. */
  caller?: Address
  suggestedGas?: Hex | undefined
}

/**
 * Returns one gas limit for each transaction: the site's own, or the gas used with a margin; at most `cap`,
 * and never below what nodes accept. `whole` is the outcome of an atomic batch's transaction, the gas of its
 * upgrade left out. Only an atomic batch that succeeds may exceed `cap`: it cannot run as one transaction.
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

/** Returns the gas that a call used; undefined for 0, which means that the call did not run. */
const usedBy = (outcome: CallOutcome | undefined): bigint | undefined =>
  (outcome && 'gas' in outcome ? BigInt(outcome.gas) : 0n) || undefined

/** Returns the gas by which the site's own limits of single calls (ERC-8132) exceed what those calls use. */
const shares = (calls: readonly Call[], outcomes: readonly CallOutcome[]): bigint =>
  calls.reduce((sum, { gas }, index) => {
    const used = usedBy(outcomes[index]) ?? 0n
    return gas && BigInt(gas) > used ? sum + BigInt(gas) - used : sum
  }, 0n)
