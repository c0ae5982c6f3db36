import type { SimulatedPlan, Quote } from './quote'
import type { Plan } from './plan'
import type { Hex } from 'viem'
import { gasCapOf, knownGasCap } from '../network/gasCap'
import { sceneOf } from './unminedBatches'
import { simulateCallsAlone, unanswered } from './fallback'
import { simulationFailure } from './simulateV1'
import { confirmRun, idle, settled, told, type ObservedCalls } from './confirmRun'
import { readSetOf } from './readSetOf'
import { transferGas } from './floor'
import { gasLimits } from './gas'
import { cachedPlan } from './planCache'
import { runWithReads, oneByOne, sentOf, wholeOf, type ObservedRun } from './runWithReads'
import { mentionsInCalls } from './mentions'
import type { Pricing } from './pricing'
import { readsOf } from './readings'
import { pricedScene, type Scene } from './run'
import { joined, lacks, nothing, type ReadSet } from './readSet'

/**
 * Simulates a batch: its calls and its transaction in parallel, then once more with the final gas limits and
 * fees. The result is cached, so that the next quote of the same batch needs one simulation. Throws -32005 if
 * the node asks to slow down.
 */
export const simulatePlan = async (
  plan: Plan,
  pricing: Promise<Pricing>,
): Promise<SimulatedPlan> => {
  const cap = await knownGasCap(plan.chainId)
  const scene = sceneOf(plan, cap)
  try {
    return (
      (await simulateWithCached(plan, scene, pricing)) ?? (await simulateAnew(plan, scene, pricing))
    )
  } catch (error) {
    const trouble = simulationFailure(error)
    if (trouble === 'busy') throw error
    if (trouble === 'silence') return unanswered(plan, cap)
    return simulateCallsAlone(plan, await gasCapOf(plan.chainId))
  }
}

/**
 * Simulates the transactions and, for an atomic batch, its calls separately, in parallel. The separate calls
 * may have more gas than the account can pay for: their gas is free.
 */
const see = async (
  plan: Plan,
  scene: Scene,
  wants: ReadSet,
  limits?: readonly Hex[],
): Promise<ObservedCalls> => {
  const sent = sentOf(plan, plan.from, scene.cap, limits)
  const [look, single] = await Promise.all([
    runWithReads(scene, sent, wants),
    plan.mode === 'atomic'
      ? oneByOne({ ...scene, pricing: undefined, place: undefined }, plan.calls)
      : undefined,
  ])
  return { look, single: single?.outcomes ?? look.outcomes, logs: single?.logs ?? [] }
}

const limitsOf = (plan: Plan, { look, single }: ObservedCalls, cap: number): Hex[] =>
  gasLimits(plan, single, plan.mode === 'atomic' ? look.outcomes[0] : undefined, cap)

const simulateWithCached = async (
  plan: Plan,
  free: Scene,
  pricing: Promise<Pricing>,
): Promise<SimulatedPlan | undefined> => {
  const cached = cachedPlan(plan)
  if (!cached) return undefined
  const scene = pricedScene(free, await pricing)
  const seen = await see(plan, scene, cached.wants, cached.gas)
  const found = settled(plan, seen)
  if (found.verdict !== 'succeeds') return undefined
  const { look } = seen
  if (lacks(look.wants, readSetOf(look, cached.wants, plan))) return undefined
  const fits = limitsOf(plan, seen, scene.cap).every((limit, index) => {
    const kept = Number(cached.gas[index])
    return Number(limit) <= kept * 1.05 && Number(limit) * 2 >= kept
  })
  return fits ? told(plan, scene, look, { ...found, gas: cached.gas }, seen.logs) : undefined
}

const simulateAnew = async (
  plan: Plan,
  free: Scene,
  pricing: Promise<Pricing>,
): Promise<SimulatedPlan> => {
  const named = mentionsInCalls(plan.calls, plan.from, plan.chainId, plan.own)
  const cap = await gasCapOf(plan.chainId)
  const scene = { ...free, cap }
  // Reads that do not fit one request are left to the second simulation.
  const first = joined(named, nothing())
  const isOne = readsOf(first, plan.from).length === 1
  const seen = await see(plan, scene, isOne ? first : nothing())
  const { look } = seen
  const found = settled(plan, seen)
  const gas = exhausting(plan, look, cap) ?? limitsOf(plan, seen, cap)
  const short = look.runs.find((run) => run.short !== undefined)?.short
  const count = short ?? countOf(plan, found)
  if (count === 0 || (plan.mode === 'atomic' && Number(gas[0]) > cap))
    return { ...found, ...idle(plan, look), gas }
  const wants = readSetOf(look, named, plan)
  return found.verdict === 'succeeds' && isPlain(look) && !lacks(look.wants, wants)
    ? told(plan, undefined, look, { ...found, gas }, seen.logs)
    : confirmRun(plan, scene, pricing, { seen, gas, wants, count, short })
}

/** Returns how many transactions there are up to the first that fails, this one included. */
const countOf = ({ mode, calls }: Plan, { failing }: Pick<Quote, 'failing'>): number => {
  if (mode !== 'sequence') return 1
  return failing?.index == null ? calls.length : failing.index + 1
}

/**
 * Returns the gas of an atomic batch that ran out of gas above the cap, undefined for any other. It cannot
 * run as one transaction.
 */
const exhausting = (plan: Plan, look: ObservedRun, cap: number): Hex[] | undefined => {
  const [outcome] = look.outcomes
  const isOut =
    plan.mode === 'atomic' && outcome?.status === 'fails' && wholeOf(look)?.data === '0x'
  return isOut && Number(outcome.gas) > cap ? [outcome.gas] : undefined
}

/** True if every transaction used 21,000 gas: no code ran that could tell a simulation from the real run. */
const isPlain = ({ runs }: ObservedRun): boolean =>
  runs[0]?.results.every(({ gasUsed }) => BigInt(gasUsed) === transferGas) === true
