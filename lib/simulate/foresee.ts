import { numberToHex, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import { gasCapOf, knownGasCap } from '../network/gasCap'
import { alone, unanswered } from './alone'
import { troubleOf } from './ask'
import { gasLimits, type Terms } from './gas'
import { hintFor, keepHint } from './hints'
import { logsOf, lookAt, oneByOne, sentOf, wholeOf, type Look } from './look'
import { namedInLogs } from './logs'
import { namedInCalls } from './named'
import type { Unchecked } from './outcome'
import type { CallOutcome, Quote } from './quote'
import { readsOf, takeReadings } from './readings'
import type { Scene } from './run'
import { settle } from './settle'
import { rememberTokens } from './tokens'
import { joined, lacks, leavesOut, nothing, type Wants } from './wants'

/** A batch in one mode, and what comes before it. */
export type Plan = Terms & { chainId: number; from: Address; ahead: readonly Call[] }

/** What a simulation tells of a batch. */
export type Foreseen = Pick<
  Quote,
  'calls' | 'verdict' | 'failing' | 'gas' | 'changes' | 'allowances' | 'unchecked' | 'tokens'
>

/**
 * What a batch would do: the calls one by one and the very transaction, asked in parallel. A second look
 * follows where the first shows more to read or needs to be tried with the final limits; what it found is
 * kept, so that the next quote of the same batch takes one look.
 * Throws -32005 where the node asks to slow down.
 */
export const foresee = async (plan: Plan): Promise<Foreseen> => {
  const { chainId, from, upgrade, delegate, ahead } = plan
  const cap = await knownGasCap(chainId)
  const scene = { chainId, from, override: upgrade ? delegate : null, ahead, cap }
  try {
    return (await foreseeAgain(plan, scene)) ?? (await foreseeAnew(plan, scene))
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble === 'busy') throw error
    if (trouble === 'silence') return unanswered(plan, cap)
    return alone(plan, await gasCapOf(chainId))
  }
}

type Seen = { look: Look; single: CallOutcome[] }

/** Both questions at once. Where each call is a transaction of its own, they are the same one. */
const see = async (
  plan: Plan,
  scene: Scene,
  wants: Wants,
  limits?: readonly Hex[],
): Promise<Seen> => {
  const sent = sentOf(plan, plan.from, scene.cap, limits)
  const [look, single] = await Promise.all([
    lookAt(scene, sent, wants),
    plan.mode === 'atomic' ? oneByOne(scene, plan.calls) : undefined,
  ])
  return { look, single: single ?? look.outcomes }
}

const settled = (plan: Plan, { look, single }: Seen) =>
  settle(plan, single, plan.mode === 'atomic' ? wholeOf(look) : undefined)

const limitsOf = (plan: Plan, { look, single }: Seen, cap: number): Hex[] =>
  gasLimits(plan, single, plan.mode === 'atomic' ? look.outcomes[0] : undefined, cap)

/** Everything there is to read of what ran. */
const wantsOf = (look: Look, named: Wants, plan: Plan, stop?: number) =>
  joined(namedInLogs(logsOf(look, stop), plan.from), named)

const foreseeAgain = async (plan: Plan, scene: Scene): Promise<Foreseen | undefined> => {
  const hint = hintFor(plan)
  if (!hint) return undefined
  const seen = await see(plan, scene, hint.wants, hint.gas)
  const found = settled(plan, seen)
  if (found.verdict !== 'succeeds') return undefined
  const { look } = seen
  if (lacks(look.wants, wantsOf(look, hint.wants, plan))) return undefined
  const fits = limitsOf(plan, seen, scene.cap).every((limit, index) => {
    const kept = Number(hint.gas[index])
    return Number(limit) <= kept * 1.05 && Number(limit) * 2 >= kept
  })
  return fits ? told(plan, look, found, hint.gas) : undefined
}

const foreseeAnew = async (plan: Plan, scene: Scene): Promise<Foreseen> => {
  const [named, cap] = await Promise.all([
    namedInCalls(plan.calls, plan.from, plan.chainId),
    gasCapOf(plan.chainId),
  ])
  // What is too much for one request is read in the second look.
  const first = joined(named, nothing())
  const isOne = readsOf(first, plan.from).length === 1
  const seen = await see(plan, { ...scene, cap }, isOne ? first : nothing())
  const { look } = seen
  const found = settled(plan, seen)
  const gas = exhausting(plan, look, cap) ?? limitsOf(plan, seen, cap)
  const stop = effective(plan, found)
  if (stop === 0 || (plan.mode === 'atomic' && Number(gas[0]) > cap))
    return { ...found, ...idle(plan, look), gas }
  const wants = wantsOf(look, named, plan, stop)
  const isDone = stop >= look.sent.length && !lacks(look.wants, wants) && ranWith(plan, look, gas)
  return isDone
    ? told(plan, look, found, gas)
    : foreseeFinal(plan, { ...scene, cap }, { seen, gas, stop, wants })
}

/** How many calls or transactions take effect: what fails has none, and in order ends what follows. */
const effective = (
  { mode, calls }: Plan,
  { verdict, failing }: Pick<Quote, 'verdict' | 'failing'>,
) => {
  if (mode === 'sequence') return failing?.index ?? calls.length
  return verdict === 'fails' ? 0 : 1
}

/** The limit of an atomic batch that used up more than any transaction can have; it cannot run as one. */
const exhausting = (plan: Plan, look: Look, cap: number): Hex[] | undefined => {
  const [outcome] = look.outcomes
  const isOut =
    plan.mode === 'atomic' && outcome?.status === 'fails' && wholeOf(look)?.data === '0x'
  return isOut && Number(outcome.gas) > cap ? [outcome.gas] : undefined
}

/** Whether all of it ran with these very limits, or ran no code that could tell. */
const ranWith = (plan: Plan, { runs, sent }: Look, gas: readonly Hex[]): boolean => {
  const limits = sentOf(plan, plan.from, 0, gas)
  return sent.every(
    (was, index) =>
      BigInt(was) === BigInt(limits[index]?.gas ?? 0) ||
      Number(runs[0]?.results[index]?.gasUsed) === plainGas,
  )
}

/** What a transfer costs that runs no code. */
const plainGas = 21_000

/** How often a limit is raised, and by how much, that more than was used does not suffice: contracts ask what is left. */
const [raises, raise] = [3, 4]

type Begun = { seen: Seen; gas: Hex[]; stop: number; wants: Wants }

/** The second look: everything there is to read, with the limits that are to be signed. */
const foreseeFinal = async (plan: Plan, scene: Scene, begun: Begun): Promise<Foreseen> => {
  const { seen, stop, wants } = begun
  let { gas } = begun
  for (let raised = 0; ; raised++) {
    const sent = sentOf(plan, plan.from, scene.cap, gas).slice(0, stop)
    const look = await lookAt(scene, sent, wants)
    const failed = look.outcomes.findIndex(({ status }) => status === 'fails')
    if (failed < 0) return told(plan, look, settled(plan, seen), gas)
    const limit = Number(gas[failed])
    const isSet = plan.mode !== 'atomic' && plan.calls[failed]?.gas !== undefined
    if (isSet || limit >= scene.cap || raised === raises) {
      const rest = seen.look.outcomes.slice(look.outcomes.length)
      const now = { ...look, outcomes: [...look.outcomes, ...rest] }
      const single = plan.mode === 'atomic' ? seen.single : now.outcomes
      const unread: Unchecked[] = failed > 0 ? ['changes', 'allowances'] : []
      const found = settled(plan, { look: now, single })
      return { ...found, ...idle(plan, look), unchecked: unread, gas: begun.gas }
    }
    gas = gas.map((one, index) => {
      return index === failed ? numberToHex(Math.min(raise * limit, scene.cap)) : one
    })
  }
}

/** What a batch without effect is told with: its tokens, for the words that describe it. */
const idle = (plan: Plan, look: Look) => ({
  ...{ changes: [], allowances: [], unchecked: [] as Unchecked[] },
  tokens: takeReadings(look.wants, plan.from, look.runs).tokens,
})

/** What a look that read everything tells; kept, so that the next needs no second one. */
const told = async (
  plan: Plan,
  look: Look,
  found: Pick<Quote, 'calls' | 'verdict' | 'failing'>,
  gas: Hex[],
): Promise<Foreseen> => {
  const { changes, allowances, tokens, unchecked } = takeReadings(look.wants, plan.from, look.runs)
  // Something else has happened than in the first look, or there was too much to read all of it.
  if (leavesOut(look.wants, namedInLogs(logsOf(look), plan.from))) unchecked.add('changes')
  if (plan.mode === 'atomic' && found.verdict === 'unknown') unchecked.add('transaction')
  await rememberTokens(plan.chainId, tokens)
  if (found.verdict === 'succeeds') keepHint(plan, { gas, wants: look.wants })
  return { ...found, gas, changes, allowances, tokens, unchecked: [...unchecked] }
}
