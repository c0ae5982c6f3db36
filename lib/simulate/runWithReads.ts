import { numberToHex, type Hex } from 'viem'
import type { Call } from '../db'
import { max } from '../values/bigint'
import { encodeOnce } from '../delegate/encodeOnce'
import type { Log } from './simulateV1'
import { authorizationGas, leastGas } from './floor'
import { type GasTerms } from './gas'
import type { CallOutcome } from './quote'
import { readsOf } from './readings'
import { callOutcome, revertData } from './revertReason'
import { runPaid, type Run, type Scene, type Sent } from './run'
import type { Whole } from './settle'
import type { ReadSet } from './readSet'

/** One simulation of a batch: its runs, what they read, and the outcome of each call or transaction. */
export type ObservedRun = {
  wants: ReadSet
  runs: Run[]
  /** The gas limit of each call or transaction. */
  sent: Hex[]
  outcomes: CallOutcome[]
}

/**
 * Gas after which a failure without revert data is not trusted: geth and others let all calls of a request
 * use 50 million gas, and later calls get less than their limit.
 */
const plenty = 25_000_000

const outcomesOf = ({ results, short }: Run, calls: readonly Call[]): CallOutcome[] => {
  let used = 0
  return calls.map(({ gas }, index) => {
    const result = results[index]
    const isStarved = used > plenty && result && isFailed(result) && revertData(result) === '0x'
    used += Number(result?.gasUsed ?? 0)
    if (isStarved && Number(result.gasUsed) < Number(gas))
      return { status: 'unknown', reason: { why: 'gas cap' } }
    // Sending more than the balance leaves no revert data.
    if (index === short) return { status: 'fails', gas: '0x0', reason: { why: 'balance' } }
    if (short !== undefined && index > short)
      return { status: 'unknown', reason: { why: 'earlier' } }
    return callOutcome(result, gas)
  })
}

const isFailed = ({ status }: { status: Hex }) => BigInt(status) !== 1n

/**
 * Returns the transactions of a batch: one that runs all calls, or one for each call. Without `limits` each
 * has the site's own gas limit or the highest one.
 */
export const sentOf = (
  { mode, calls, delegate, upgrade, caller }: GasTerms,
  from: Scene['from'],
  cap: number,
  limits?: readonly Hex[],
): Sent[] => {
  if (mode === 'atomic') {
    // Twice the cap: a batch that needs more than the cap must still run to show how much.
    const limit = limits?.[0] ? BigInt(limits[0]) : 2n * BigInt(cap)
    const gas = numberToHex(limit - (limits && upgrade ? authorizationGas : 0n))
    const data = encodeOnce(calls, delegate)
    return [{ to: from, value: '0x0', data, gas, ...(caller ? { from: caller } : {}) }]
  }
  return calls.map((call, index) => ({ ...call, gas: limits?.[index] ?? limitOf(call, cap) }))
}

/**
 * Returns the gas limit that a call is simulated with: its own or the highest one. A site may name less than
 * nodes accept, which is raised when it is signed; nodes would refuse the whole simulation.
 */
const limitOf = ({ to, data, gas }: Call, cap: number): Hex =>
  gas ? numberToHex(max(BigInt(gas), leastGas({ data, deploys: to === null }))) : numberToHex(cap)

/**
 * Simulates calls and reads all that is wanted, in parallel requests if one cannot hold the reads. If the
 * runs differ, one with a failure decides.
 */
export const runWithReads = async (
  scene: Scene,
  calls: readonly Sent[],
  wants: ReadSet,
): Promise<ObservedRun> => {
  const runs = await Promise.all(
    readsOf(wants, scene.from).map((reads) => runPaid(scene, calls, reads)),
  )
  const worst = runs.find(({ results, short }) => short !== undefined || results.some(isFailed))
  const decides = worst ?? runs[0]
  return {
    wants,
    runs,
    sent: calls.map(({ gas }) => gas ?? '0x0'),
    outcomes: decides ? outcomesOf(decides, calls) : [],
  }
}

/** Returns the outcome and the revert data of a batch's only transaction. */
export const wholeOf = ({ runs, outcomes }: ObservedRun): Whole | undefined => {
  const [outcome] = outcomes
  const results = runs.flatMap(({ results }) => results.slice(0, 1))
  const result = results.find(isFailed) ?? results[0]
  return outcome && { outcome, data: result ? revertData(result) : '0x' }
}

/** Returns the logs of a simulation; its parallel runs are of the same calls, so the first has them all. */
export const runLogs = ({ runs }: ObservedRun): Log[] => logsOf(runs).flat()

/** The logs of each call or transaction. */
export type Logs = readonly (readonly Log[])[]

/** Returns the logs of each call of a simulation; none of one that fails, though some nodes give them. */
export const logsOf = (runs: readonly Run[]): Logs =>
  (runs[0]?.results ?? []).map((result) => (isFailed(result) ? [] : (result.logs ?? [])))

/**
 * Simulates calls as separate transactions, beside the run of an atomic one: their outcomes are unknown if
 * the node cannot simulate them.
 */
export const oneByOne = async (
  scene: Scene,
  calls: readonly Call[],
): Promise<{ outcomes: CallOutcome[]; logs: Logs }> => {
  const sent = calls.map((call) => ({ ...call, gas: limitOf(call, scene.cap) }))
  try {
    const run = await runPaid(scene, sent, [])
    return { outcomes: outcomesOf(run, sent), logs: logsOf([run]) }
  } catch {
    const reason = { why: 'not simulated' } as const
    return { outcomes: calls.map(() => ({ status: 'unknown', reason })), logs: [] }
  }
}
