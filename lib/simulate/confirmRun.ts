import { numberToHex, type Hex } from 'viem'
import type { CallOutcome, SimulatedPlan, Quote } from './quote'
import type { Plan } from './plan'
import { cachePlan } from './planCache'
import {
  logsOf,
  runLogs,
  runWithReads,
  sentOf,
  wholeOf,
  type Logs,
  type ObservedRun,
} from './runWithReads'
import { lookElsewhere } from './elsewhere'
import { mentionsInLogs } from './transferLogs'
import { partsOf } from './parts'
import type { Unchecked } from '../db/outcome'
import type { Pricing } from './pricing'
import { takeReadings } from './readings'
import { payeesIn } from './receivers'
import { readSetOf } from './readSetOf'
import { pricedScene, type Scene } from './run'
import { settle } from './settle'
import { rememberTokens } from './tokens'
import { explainUnread } from './unread'
import { lacks, leftOutOf, type ReadSet } from './readSet'

/**
 * A simulation of the transactions to be sent, and outcome and logs of each call simulated separately.
 */
export type ObservedCalls = { look: ObservedRun; single: CallOutcome[]; logs: Logs }

type Found = Pick<Quote, 'calls' | 'verdict' | 'failing'>

/** Returns the verdict: an atomic batch is decided by its one transaction, any other by its calls. */
export const settled = (plan: Plan, { look, single }: Omit<ObservedCalls, 'logs'>): Found =>
  settle(plan, single, plan.mode === 'atomic' ? wholeOf(look) : undefined)

/** Returns an outcome without changes. The tokens are kept: the texts that describe the calls need them. */
export const idle = (plan: Plan, look: ObservedRun) => ({
  changes: [],
  payees: [],
  allowances: [],
  unchecked: unpaid(look),
  tokens: takeReadings(look.wants, plan.from, look.runs).tokens,
})

const unpaid = ({ runs }: ObservedRun): Unchecked[] => [
  ...(runs.some(({ isFree }) => isFree) ? (['price'] as const) : []),
  ...(runs.some(({ isRoomier }) => isRoomier) ? (['block'] as const) : []),
]

/**
 * Turns the last simulation into the outcome for the user, after a look at the other block that the transactions
 * may land in; without `scene` no code ran that could tell one block from another. A success is cached with its gas
 * limits and its reads: the next quote of the same batch then needs no search for them.
 */
export const told = async (
  plan: Plan,
  scene: Scene | undefined,
  look: ObservedRun,
  found: Found & { gas: Hex[] },
  separate: Logs,
): Promise<SimulatedPlan> => {
  const first = takeReadings(look.wants, plan.from, look.runs)
  const isPaid = scene && look.runs.every(({ isFree }) => !isFree)
  const readings = isPaid
    ? await lookElsewhere(
        scene,
        sentOf(plan, plan.from, scene.cap, found.gas).slice(0, look.sent.length),
        look,
        first,
      )
    : first
  const { changes, allowances, tokens, unchecked } = readings
  const logs = runLogs(look)
  // Of a batch that fails, nobody knows which calls sent the coin but by logs.
  const calls = found.verdict === 'fails' ? [] : plan.calls
  const payees = payeesIn({ logs, calls, wants: look.wants }, changes, plan.from, readings)
  // Either the run touched other assets than the one before it, or there were too many to read.
  for (const what of leftOutOf(look.wants, mentionsInLogs(logs, plan.from))) unchecked.add(what)
  // Of a batch that fails, the calls that did not run have no logs to explain them.
  let explained: Quote['explained'] = []
  if (found.verdict !== 'fails') {
    const each = plan.mode === 'atomic' ? separate : logsOf(look.runs)
    explained = explainUnread(plan, each, { changes, allowances, tokens })
    if (!explained) unchecked.add('rights')
  }
  if (plan.mode === 'atomic' && found.verdict === 'unknown') unchecked.add('transaction')
  await rememberTokens(plan.chainId, tokens)
  if (found.verdict === 'succeeds') cachePlan(plan, { gas: found.gas, wants: look.wants })
  return {
    ...found,
    changes,
    payees,
    allowances,
    tokens,
    unchecked: [...unchecked, ...unpaid(look)],
    ...(look.runs[0]?.wei ? { wei: numberToHex(look.runs[0].wei.before) } : {}),
    ...(explained && explained.length > 0 ? { explained } : {}),
    ...(plan.mode === 'sequence'
      ? { parts: partsOf(found.calls, logsOf(look.runs), { changes, allowances }, plan.from) }
      : {}),
  }
}

/**
 * How often a gas limit is raised, and by which factor, if a call fails with more gas than it used in the
 * first run: some contracts check how much gas is left.
 */
const [raises, raise] = [3, 4]

/** The most simulations of a batch that behaves differently each time. */
const turns = 6

/**
 * Results of the first simulation: gas limits to try, reads to make, `count` of transactions to run, and
 * `short`, the index of the call that sends more wei than the account has.
 */
type Begun = {
  seen: ObservedCalls
  gas: Hex[]
  wants: ReadSet
  count: number
  short: number | undefined
}

const failingIn = ({ outcomes }: ObservedRun): number =>
  outcomes.findIndex(({ status }) => status === 'fails')

/** The reason as text, to compare two of them. */
const reasonIn = ({ outcomes }: ObservedRun, index: number): string | undefined => {
  const outcome = outcomes[index]
  return outcome?.status === 'fails' ? JSON.stringify(outcome.reason) : undefined
}

/**
 * Simulates the transactions with the gas limits to be signed and the fees to be paid, up to the first that
 * fails. Repeats the run if its logs name assets that were not read, or if a limit was too low.
 */
export const confirmRun = async (
  plan: Plan,
  free: Scene,
  pricing: Promise<Pricing>,
  { seen, short, ...begun }: Begun,
): Promise<SimulatedPlan> => {
  const scene = pricedScene(free, await pricing)
  let { gas, wants, count } = begun
  let raised = 0
  for (let turn = 1; ; turn++) {
    const all = sentOf(plan, plan.from, scene.cap, gas)
    const look = await runWithReads(scene, all.slice(0, count), wants)
    const failed = failingIn(look)
    const isAsBefore = reasonIn(look, failed) === reasonIn(seen.look, failed)
    const limit = Number(gas[failed])
    const isSet = plan.mode !== 'atomic' && plan.calls[failed]?.gas !== undefined
    if (failed >= 0 && !isAsBefore && !isSet && limit < scene.cap && raised++ < raises) {
      gas = gas.map((one, index) =>
        index === failed ? numberToHex(Math.min(raise * limit, scene.cap)) : one,
      )
      continue
    }
    const end = failed < 0 ? (short ?? all.length) : failed + 1
    const more = readSetOf(look, wants, plan)
    if (turn < turns && (count !== end || lacks(look.wants, more))) {
      ;[count, wants] = [end, more]
      continue
    }
    const rest = seen.look.outcomes.slice(look.outcomes.length)
    const now = { ...look, outcomes: [...look.outcomes, ...rest] }
    // The failure is the one of the first run: the outcomes of the separate calls explain it.
    const found =
      failed >= 0 && isAsBefore
        ? settled(plan, seen)
        : settled(plan, {
            look: now,
            single: plan.mode === 'atomic' ? seen.single : now.outcomes,
          })
    if (failed < 0) return told(plan, scene, look, { ...found, gas }, seen.logs)
    const result = { ...found, gas: begun.gas }
    if (plan.mode !== 'sequence' || failed === 0) return { ...result, ...idle(plan, look) }
    const foreseen = await told(plan, scene, look, result, seen.logs)
    return count === end ? foreseen : { ...foreseen, unchecked: ['changes', 'allowances'] }
  }
}
