import { openTappedWallet } from './tappedWallet.ts'
import { scenarios, type ScenarioName } from './scenarios.ts'
import { judge } from './outcomeJudge.ts'
import { isCounted, type Counted, type Effect, type Fault } from './effects.ts'
import { trial } from './crashTrial.ts'
import type { Change } from './worker.ts'

/** What all trials together came to. */
export type Figures = {
  effects: number
  trials: number
  lost: number
  doubled: number
  wrong: number
}

/** All scenarios by name. */
export const names = Object.keys(scenarios) as ScenarioName[]

const each = (effects: readonly Effect[], counted: Counted, hows: Fault['how'][]): Fault[] =>
  effects
    .filter((effect) => isCounted(counted, effect))
    .flatMap((_, index) => hows.map((how) => ({ counted, at: index + 1, how })))

/**
 * Every effect that can fail, killed before it, after it, and told of a failure that was none. Clock and
 * randomness are not among them: nothing can be seen of them but by the next effect that is.
 */
const singles = (effects: readonly Effect[]): Fault[][] =>
  each(effects, 'any', ['before', 'after', 'reply lost']).map((fault) => [fault])

/**
 * Pairs. What was killed leaves behind only what the last outward effect did, so that a kill after each of
 * those is every kill; and what failed without leaving anything behind can matter only to what is tried
 * again soon after.
 */
const pairs = (effects: readonly Effect[]): Fault[][] => {
  const breaks = each(effects, 'outward', ['after', 'reply lost'])
  const failures = each(effects, 'any', ['reply lost'])
  const soon = [1, 2, 3, 4, 5, 6, 7, 8].map((at): Fault => ({
    counted: 'any',
    at,
    how: 'reply lost',
  }))
  return [
    ...breaks.flatMap((first) => breaks.map((second) => [first, second])),
    ...[...breaks, ...failures].flatMap((first) => soon.map((second) => [first, second])),
  ]
}

/** The singles at what is sent alone: where a wallet that records too late would send twice. */
const sends = (effects: readonly Effect[]): Fault[][] =>
  each(effects, 'send', ['before', 'after', 'reply lost']).map((fault) => [fault])

/** The disk full from each write on, for a while. */
const full = (effects: readonly Effect[]): Fault[][] =>
  each(effects, 'write', ['disk full']).map((fault) => [fault])

/** A jump is noticed by the next look at the clock: one before each of them is one at each effect. */
const clock = (effects: readonly Effect[]): Fault[][] =>
  each(effects, 'clock', ['year ahead', 'year back']).map((fault) => [fault])

const plans = { singles, pairs, sends, full, clock }

/** What is tried at the effects of an unbroken run. */
export type Plan = keyof typeof plans

/** Runs trials of the plans named, of the scenarios `tried`; `report` is told the effects, and what went wrong. */
export const runMatrix = async (
  chosen: readonly Plan[],
  report: {
    golden?: (name: ScenarioName, effects: readonly Effect[]) => void
    wrong: (line: string) => void
  },
  change?: Change,
  tried: readonly ScenarioName[] = names,
): Promise<Figures> => {
  const wallet = await openTappedWallet()
  const figures: Figures = { effects: 0, trials: 0, lost: 0, doubled: 0, wrong: 0 }
  try {
    for (const name of tried) {
      const golden = await trial(wallet, name, [], change)
      const { effects } = golden
      // Where nothing was broken, all must be well: else the trials would prove nothing.
      if (golden.status !== 200) throw new Error(`an unbroken batch ended with ${golden.status}`)
      figures.effects += effects.length
      report.golden?.(name, effects)
      for (const faults of chosen.flatMap((plan) => plans[plan](effects))) {
        const outcome = await trial(wallet, name, faults, change)
        const { lost, doubled, wrong } = judge(outcome, faults)
        figures.trials++
        figures.lost += lost
        figures.doubled += doubled
        figures.wrong += wrong
        if (lost + doubled + wrong === 0) continue
        const { told, paid, status, shown } = outcome
        const came = { told, paid, status, shown: shown?.status, unrecorded: outcome.unrecorded }
        report.wrong(
          `${name} ${JSON.stringify(faults)}: ${JSON.stringify({ ...came, lost, doubled, wrong })}`,
        )
      }
    }
    return figures
  } finally {
    await wallet.stop()
  }
}
