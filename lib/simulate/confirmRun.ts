import { numberToHex, type Hex } from 'viem'
import type { CallOutcome, SimulatedPlan, Quote } from './quoteBatch'
import type { Plan } from './plan'
import { cachePlan } from './planCache'
import { runLogs, runWithReads, sentOf, wholeOf, type ObservedRun } from './runWithReads'
import { mentionsInLogs, payeesIn } from './transferLogs'
import type { Unchecked } from '../db/outcome'
import type { Pricing } from './pricing'
import { takeReadings } from './readings'
import type { Scene } from './run'
import { settle } from './settle'
import { rememberTokens } from './tokens'
import { joined, lacks, leavesOut, type ReadSet } from './readSet'

/** A look at what is sent, and what the calls come to one by one. */
export type ObservedCalls = { look: ObservedRun; single: CallOutcome[] }

type Found = Pick<Quote, 'calls' | 'verdict' | 'failing'>

/** What both come to. */
export const settled = (plan: Plan, { look, single }: ObservedCalls): Found =>
  settle(plan, single, plan.mode === 'atomic' ? wholeOf(look) : undefined)

/** Everything there is to read of what ran. */
export const readSetOf = (look: ObservedRun, named: ReadSet, plan: Plan): ReadSet =>
  joined(mentionsInLogs(runLogs(look), plan.from), named)

/** What a batch without effect is told with: its tokens, for the words that describe it. */
export const idle = (plan: Plan, look: ObservedRun) => ({
  changes: [],
  payees: [],
  allowances: [],
  unchecked: unpaid(look),
  tokens: takeReadings(look.wants, plan.from, look.runs).tokens,
})

const unpaid = ({ runs }: ObservedRun): Unchecked[] =>
  runs.some(({ isFree }) => isFree) ? ['price'] : []

/** What a look that read everything tells; kept, so that the next needs no second one, at the price of now. */
export const told = async (
  plan: Plan,
  pricing: Promise<Pricing>,
  look: ObservedRun,
  found: Found & { gas: Hex[] },
): Promise<SimulatedPlan> => {
  const { changes, allowances, tokens, unchecked } = takeReadings(look.wants, plan.from, look.runs)
  const logs = runLogs(look)
  const payees = payeesIn(logs, changes, plan.from)
  // Something else has happened than in the look before, or there was too much to read all of it.
  if (leavesOut(look.wants, mentionsInLogs(logs, plan.from))) unchecked.add('changes')
  if (plan.mode === 'atomic' && found.verdict === 'unknown') unchecked.add('transaction')
  await rememberTokens(plan.chainId, tokens)
  if (found.verdict === 'succeeds') cachePlan(plan, { gas: found.gas, wants: look.wants, pricing })
  return {
    ...found,
    changes,
    payees,
    allowances,
    tokens,
    unchecked: [...unchecked, ...unpaid(look)],
  }
}

/** How often a limit is raised, and by how much, that more than was used does not suffice: contracts ask what is left. */
const [raises, raise] = [3, 4]

/** How often a batch is looked at, that behaves otherwise each time. */
const turns = 6

/**
 * What the first look has shown: the limits to try with, what to read, how many transactions there are until
 * one fails, and the one that sends more than there is.
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

const reasonIn = ({ outcomes }: ObservedRun, index: number): string | undefined => {
  const outcome = outcomes[index]
  return outcome?.status === 'fails' ? outcome.reason : undefined
}

/**
 * The look that decides: with the limits that are to be signed, paid for as the real one will be, up to the
 * first that fails. What only happens there is read once more.
 */
export const confirmRun = async (
  plan: Plan,
  free: Scene,
  pricing: Promise<Pricing>,
  { seen, short, ...begun }: Begun,
): Promise<SimulatedPlan> => {
  const scene = { ...free, pricing: await pricing }
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
    // Where it fails as before, the calls one by one tell of the same.
    const found =
      failed >= 0 && isAsBefore
        ? settled(plan, seen)
        : settled(plan, {
            look: now,
            single: plan.mode === 'atomic' ? seen.single : now.outcomes,
          })
    if (failed < 0) return told(plan, pricing, look, { ...found, gas })
    const result = { ...found, gas: begun.gas }
    if (plan.mode !== 'sequence' || failed === 0) return { ...result, ...idle(plan, look) }
    const foreseen = await told(plan, pricing, look, result)
    return count === end ? foreseen : { ...foreseen, unchecked: ['changes', 'allowances'] }
  }
}
