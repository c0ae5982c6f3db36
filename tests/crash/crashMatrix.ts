import { openTappedWallet } from './tappedWallet.ts'
import { scenarios, type ScenarioName } from './scenarios.ts'
import { judge } from './outcomeJudge.ts'
import { isCounted, type Counted, type Effect, type Fault } from './effects.ts'
import { trial } from './crashTrial.ts'
import type { Change } from './worker.ts'

/** Sums over all trials of a run. */
export type Figures = {
  effects: number
  trials: number
  lost: number
  doubled: number
  wrong: number
  /** Number of trials whose wallet was given minutes to wait for a past state. */
  hesitated: number
}

/** The scenarios that are broken at every effect; every second atomic one is locked. */
export const names = [
  'sequence',
  'atomic',
  'locked',
  'revoke',
] as const satisfies readonly ScenarioName[]

/** The scenarios whose account is in a device: broken as the others are, and at each signature of the device. */
export const deviceNames = [
  'deviceSequence',
  'deviceAtomic',
  'deviceRevoke',
  'qrSequence',
  'qrPair',
] as const satisfies readonly ScenarioName[]

const each = (effects: readonly Effect[], counted: Counted, hows: Fault['how'][]): Fault[] =>
  effects
    .filter((effect) => isCounted(counted, effect))
    .flatMap((_, index) => hows.map((how) => ({ counted, at: index + 1, how })))

/**
 * One fault at every effect that can fail: the worker killed before it, killed after it, or told that an
 * effect failed which succeeded. Clock and randomness are left out: only later effects show them.
 */
const singles = (effects: readonly Effect[]): Fault[][] =>
  each(effects, 'any', ['before', 'after', 'reply lost']).map((fault) => [fault])

/** One of the three ways at every second effect, by turns: each way is met, in a sixth of the trials. */
const someSingles = (effects: readonly Effect[]): Fault[][] =>
  singles(effects).filter((_, index) => index % 6 === Math.floor(index / 6) % 3)

/**
 * Two faults in one run. A killed worker leaves behind only its last outward effect, so a kill after each
 * outward effect covers every kill. A failure that leaves nothing behind matters only to a retry soon after.
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

/** One fault at each send of a transaction: there a wallet that records too late would send twice. */
const sends = (effects: readonly Effect[]): Fault[][] =>
  each(effects, 'send', ['before', 'after', 'reply lost']).map((fault) => [fault])

/** A kill after every outward effect, which covers every kill, for a run too long for each way at each effect. */
const kills = (effects: readonly Effect[]): Fault[][] =>
  each(effects, 'outward', ['after']).map((fault) => [fault])

/** The disk becomes full at each write, and stays so for some turns. */
const full = (effects: readonly Effect[]): Fault[][] =>
  each(effects, 'write', ['disk full']).map((fault) => [fault])

/** The clock jumps before each clock read. Only the next read shows a jump, so this covers all effects. */
const clock = (effects: readonly Effect[]): Fault[][] =>
  each(effects, 'clock', ['year ahead', 'year back']).map((fault) => [fault])

/** One jump of the clock before every second read, by turns ahead and back. */
const someClock = (effects: readonly Effect[]): Fault[][] =>
  clock(effects).filter((_, index) => index % 4 === Math.floor(index / 4) % 2)

/** Some of these kills, spread over the run: no two in a row fall on the same step of a call. */
const someKills = (effects: readonly Effect[]): Fault[][] =>
  kills(effects).filter((_, index) => index % 19 === 0)

const plans = { singles, someSingles, pairs, sends, kills, someKills, full, clock, someClock }

/** Name of a list of faults, made from the effects of an unbroken run. */
export type Plan = keyof typeof plans

/**
 * Runs the trials of the chosen plans for each scenario in `tried`. Reports the effects of each unbroken run
 * and every wrong trial. Throws if an unbroken run does not end with its status.
 */
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
  const figures: Figures = { effects: 0, trials: 0, lost: 0, doubled: 0, wrong: 0, hesitated: 0 }
  try {
    for (const name of tried) {
      const golden = await trial(wallet, name, [], change)
      const { effects } = golden
      // An unbroken run must end as it should, or the broken ones prove nothing.
      if (golden.status !== (scenarios[name].ends ?? 200))
        throw new Error(`an unbroken batch ended with ${golden.status}`)
      figures.effects += effects.length
      report.golden?.(name, effects)
      for (const faults of chosen.flatMap((plan) => plans[plan](effects))) {
        const outcome = await trial(wallet, name, faults, change)
        const { lost, doubled, wrong } = judge(outcome, faults)
        figures.trials++
        figures.lost += lost
        figures.doubled += doubled
        figures.wrong += wrong
        figures.hesitated += Number(outcome.hasHesitated)
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
