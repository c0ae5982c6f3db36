import { numberToHex, type Address, type Hex } from 'viem'
import type { Call, Mode } from '../db'
import { encodeBatch } from '../delegate/encode'
import { delegation } from '../delegate/executor'
import { gasCapOf } from '../network/gasCap'
import { request } from '../network/node'
import { isSilence } from '../rpc/errors'
import { simulateCalls } from './calls'
import type { CallOutcome } from './quote'

/** What an authorization costs beside the calls (EIP-7702). */
const upgradeGas = 25_000n

/** What the user can still let run where no node could estimate: most calls need less. */
const unknownGas = 1_000_000n

/** Estimates drift between looking and inclusion. */
const withMargin = (gas: bigint): bigint => (gas * 115n) / 100n

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const limitOf = ({ gas }: Call, outcome: CallOutcome | undefined): bigint =>
  gas ? BigInt(gas) : withMargin(outcome && 'gas' in outcome ? BigInt(outcome.gas) : unknownGas)

/**
 * Gas limits, one for each transaction. In order they follow from the simulation; a single transaction is
 * estimated as it will be sent, by the account's own code or, for an upgrade, by the executor's as an
 * override plus its fixed cost.
 * Only the estimate of an atomic batch may exceed the chain's cap: then it cannot run as one.
 * `failure` is the node's error where that transaction would fail. Throws if the node does not answer.
 */
export const gasLimits = async (
  chainId: number,
  from: Address,
  batch: {
    mode: Mode
    delegate?: Address | null
    upgrade: boolean
    calls: readonly Call[]
    suggestedGas?: Hex | undefined
    /** Calls of the account ahead of these, in no block yet: no estimate can take them in. */
    ahead?: readonly Call[]
  },
  outcomes: readonly CallOutcome[],
): Promise<{ gas: Hex[]; failure?: unknown }> => {
  const { mode, delegate = null, upgrade, calls, suggestedGas = '0x0', ahead = [] } = batch
  const cap = BigInt(await gasCapOf(chainId))
  const capped = (gas: bigint): Hex => numberToHex(min(gas, cap))
  const limits = calls.map((call, index) => capped(limitOf(call, outcomes[index])))
  const inAll = () => limits.reduce((sum, limit) => sum + BigInt(limit), upgradeGas)
  const [only] = calls
  if (mode === 'sequence' || (mode === 'one' && only?.gas)) return { gas: limits }
  const atLeast = (gas: bigint): Hex => capped(max(gas, BigInt(suggestedGas)))
  if (mode === 'one' && ahead.length > 0) return { gas: limits.map((gas) => atLeast(BigInt(gas))) }
  const transaction =
    mode === 'one' && only
      ? { from, ...(only.to ? { to: only.to } : {}), value: only.value, data: only.data }
      : { from, to: from, value: '0x0', data: encodeBatch(calls, delegate) }
  if (ahead.length > 0) {
    const whole = { to: from, value: '0x0' as const, data: encodeBatch(calls, delegate) }
    const [outcome] = await simulateCalls(chainId, from, [whole], upgrade ? delegate : null, ahead)
    const used = outcome && 'gas' in outcome ? BigInt(outcome.gas) : inAll()
    const gas = withMargin(used + (upgrade ? upgradeGas : 0n)) + shares(calls, outcomes)
    return {
      gas: [numberToHex(gas)],
      ...(outcome?.status === 'fails' ? { failure: new Error(outcome.reason) } : {}),
    }
  }
  const override = upgrade && delegate ? [{ [from]: { code: delegation(delegate) } }] : []
  try {
    const estimate = await request(chainId, 'eth_estimateGas', [
      transaction,
      'pending',
      ...override,
    ])
    const gas = withMargin(BigInt(estimate as Hex) + (upgrade ? upgradeGas : 0n))
    if (mode === 'one') return { gas: [atLeast(gas)] }
    return { gas: [numberToHex(gas + shares(calls, outcomes))] }
  } catch (failure) {
    if (isSilence(failure)) throw failure
    return { gas: [capped(inAll())], failure }
  }
}

/** By how much the site's own limits for single calls (ERC-8132) exceed what those calls use. */
const shares = (calls: readonly Call[], outcomes: readonly CallOutcome[]): bigint =>
  calls.reduce((sum, { gas }, index) => {
    const outcome = outcomes[index]
    const used = outcome && 'gas' in outcome ? BigInt(outcome.gas) : 0n
    return gas && BigInt(gas) > used ? sum + BigInt(gas) - used : sum
  }, 0n)
