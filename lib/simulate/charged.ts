import { numberToHex, type Hash, type Hex } from 'viem'
import type { Change } from '../db/outcome'
import { knownGasCap } from '../network/gasCap'
import {
  chargingData,
  gasOfCall,
  isCharged,
  payingData,
  paymentIn,
  type Payment,
} from '../sponsor/charge'
import { entryPoint } from '../sponsor/entryPoint'
import type { Operation } from '../db/userOperation'
import { readSetOf } from './readSetOf'
import { assetKey } from './material'
import { mentionsInCalls } from './mentions'
import { netOf } from './parts'
import type { Plan } from './plan'
import type { Pricing } from './pricing'
import type { Charge, SimulatedPlan } from './quote'
import { lacks } from './readSet'
import { takeReadings } from './readings'
import { payeesIn } from './receivers'
import { pricedScene, type Sent } from './run'
import { runLogs, runWithReads, sentOf, type ObservedRun } from './runWithReads'
import { sceneOf } from './unminedBatches'

/** The most runs: each with what the one before it named. */
const turns = 4

/** Calls that ran, and the context that the paymaster keeps to be called again with; undefined if it did not say that it pays. */
type ChargedRun = { look: ObservedRun; payment: Payment | undefined }

/**
 * Runs a batch as the EntryPoint does: the paymaster says that it pays, the account runs the calls, the paymaster
 * charges for the most that this can cost. Where the calls revert, they are left out, as the chain undoes what they did.
 * Around all of it balances are read.
 */
const lookAt = async (
  plan: Plan,
  operation: Operation,
  hash: Hash,
  pricing: Pricing,
  runs: boolean,
): Promise<ChargedRun> => {
  const { chainId, from, calls } = plan
  const scene = pricedScene(sceneOf(plan, await knownGasCap(chainId)), pricing)
  const toPaymaster = (data: Hex, limit: Parameters<typeof gasOfCall>[1]): Sent => ({
    from: entryPoint,
    to: operation.paymaster,
    value: '0x0',
    data,
    gas: gasOfCall(operation, limit),
  })
  const before = [
    toPaymaster(payingData(operation, hash), 'paymasterVerificationGasLimit'),
    ...(runs ? sentOf(plan, from, scene.cap, [operation.callGasLimit]) : []),
  ]
  let wants = mentionsInCalls(calls, from, chainId)
  let context: Hex | undefined
  for (let turn = 1; ; turn++) {
    const after = isCharged(context)
      ? [toPaymaster(chargingData(operation, context, runs), 'paymasterPostOpGasLimit')]
      : []
    const look = await runWithReads(scene, [...before, ...after], wants)
    const [first] = look.runs
    const now = paymentIn(first?.results[0]?.returnData ?? '0x', Number(first?.time ?? 0))
    const more = readSetOf(look, wants, plan)
    const isSame = isCharged(now?.context) === isCharged(context)
    if (turn === turns || (isSame && !lacks(look.wants, more))) return { look, payment: now }
    ;[context, wants] = [now?.context, more]
  }
}

const union = <T>(some: Iterable<T>, others: Iterable<T>): T[] => [...new Set([...some, ...others])]

const sumOf = (changes: readonly Change[], key: string): bigint =>
  changes.filter((one) => assetKey(one) === key).reduce((sum, one) => sum + netOf(one), 0n)

type Charged = SimulatedPlan & { charges?: Charge[]; isCalledAfter?: true }

/**
 * Returns an outcome with what the paymaster takes of the account at most, like any other change, and that apart; also
 * of calls that fail, which may be paid for all the same. What could not be seen of it is unchecked, and so is all of it
 * if a paymaster does not pay with data that are final; then there are no `charges`.
 */
export const withCharge = async (
  plan: Plan,
  operation: Operation,
  hash: Hash,
  pricing: Pricing,
  outcome: SimulatedPlan,
  isFinal: boolean,
): Promise<Charged> => {
  // Calls that revert do not keep a paymaster from its charge.
  const runs = outcome.verdict !== 'fails'
  const foreseen = runs ? outcome : { ...outcome, changes: [], payees: [] }
  const unseen = (): Charged => ({
    ...foreseen,
    unchecked: union(foreseen.unchecked, ['changes']),
  })
  const seen = await lookAt(plan, operation, hash, pricing, runs).catch(() => undefined)
  if (!seen) return unseen()
  const { look, payment } = seen
  const [paying, ...later] = look.outcomes
  const [run, ...charging] = runs ? later : [undefined, ...later]
  const isSeen = [paying, ...charging].every((one) => one?.status === 'succeeds')
  // An amount taken before the calls may be missing to them.
  if (run?.status === 'fails') {
    const failing = { index: null, reason: run.reason }
    const fails: SimulatedPlan = { ...foreseen, verdict: 'fails', failing }
    return withCharge(plan, operation, hash, pricing, fails, isFinal)
  }
  if (!isSeen || !payment || (isFinal && !payment.pays)) return unseen()
  const readings = takeReadings(look.wants, plan.from, look.runs)
  const payees = payeesIn(
    { logs: runLogs(look), calls: plan.calls, wants: look.wants },
    readings.changes,
    plan.from,
    readings,
  )
  const all = [...readings.changes, ...foreseen.changes]
  const assets = new Map(all.map((one) => [assetKey(one), one.asset]))
  const takenOf = (key: string) => sumOf(foreseen.changes, key) - sumOf(readings.changes, key)
  // Assets that arrive no more count too: they are no change at all then.
  const taken = new Map([...assets].filter(([key]) => takenOf(key) > 0n))
  const charges = [...taken].flatMap(([key, asset]): Charge[] =>
    asset.standard === 'ERC20' ? [{ token: asset.address, amount: numberToHex(takenOf(key)) }] : [],
  )
  return {
    ...foreseen,
    changes: [
      ...foreseen.changes.filter((one) => !taken.has(assetKey(one))),
      ...readings.changes.filter((one) => taken.has(assetKey(one))),
    ],
    payees: [
      ...foreseen.payees.filter(({ of }) => !taken.has(of)),
      ...payees.filter(({ of }) => taken.has(of)),
    ],
    tokens: { ...readings.tokens, ...foreseen.tokens },
    unchecked: union(foreseen.unchecked, readings.unchecked),
    // An item or coin that it takes stands among the changes alone.
    ...(charges.length === taken.size ? { charges } : {}),
    ...(isCharged(payment.context) ? { isCalledAfter: true } : {}),
  }
}
