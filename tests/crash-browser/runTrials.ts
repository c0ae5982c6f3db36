import { rm } from 'node:fs/promises'
import { plantRouter } from '../chain/router.ts'
import { rpc } from '../chain/rpc.ts'
import { killBrowser } from '../e2e/support/chromium.ts'
import { forgetRejections } from '../e2e/support/journal.ts'
import { bob } from '../unit/accounts.ts'
import type { Bench } from './bench.ts'
import { inTime } from './inTime.ts'
import { judge } from './trialJudge.ts'
import { drawTrials, goldenTrials, type Lengths, type Strike, type Trial } from './plan.ts'
import { patience, startSession } from './session.ts'
import { runTrial } from './trial.ts'

/** Totals of all trials. */
export type Figures = { trials: number; lost: number; doubled: number; wrong: number }

type Report = (line: string) => void

const sentenceOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

/** Kills the browser, if it still runs, and deletes its profile. */
export const endSession = async ({ session: { wallet } }: Bench) => {
  await killBrowser(wallet.profile)
  await rm(wallet.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Starts a new session with empty pools after a failed trial, whose leftovers would disturb the next. */
const startOver = async (bench: Bench) => {
  await endSession(bench)
  for (const { url } of Object.values(bench.chains)) await rpc(url, 'anvil_dropAllTransactions')
  bench.session = await startSession(bench.extension, bench.dapp)
}

const wordsOf = (trial: Trial, phases: string[]) =>
  `${trial.strike} ${trial.number} (${trial.kind.name}; struck in ${phases.join(', then in ') || 'no known place'})`

/** Runs one trial; one that fails or does not end in time counts as lost. */
const tryOne = async (bench: Bench, trial: Trial, lengths: Lengths, report: Report) => {
  try {
    const { phases, notes, ...outcome } = await inTime(
      'the trial',
      runTrial(bench, trial, lengths),
      5 * patience,
    )
    const verdict = judge(outcome)
    const isRight = verdict.lost + verdict.doubled + verdict.wrong === 0
    const found = isRight ? notes : [JSON.stringify(verdict), ...outcome.wrong, ...notes]
    const words = [wordsOf(trial, phases), ...found].join(': ')
    report(`${isRight ? 'ok' : 'not ok'} ${words}`)
    return { ...verdict, phases, isRight }
  } catch (error) {
    report(`not ok ${wordsOf(trial, [])}: ${sentenceOf(error)}`)
    return { lost: 1, doubled: 0, wrong: 0, phases: [], isRight: false }
  }
}

/** Measures an undisturbed run of each kind, then runs the trials of a seed and reports a line for each. */
export const runTrials = async (
  bench: Bench,
  seed: number,
  counts: Record<Strike, number>,
  report: Report,
): Promise<Figures> => {
  // With a router on its chain, each atomic batch is locked.
  await plantRouter(bench.chains.local.url, bob)
  for (const { url } of Object.values(bench.chains)) await rpc(url, 'evm_setAutomine', [false])
  const lengths = new Map<Trial['kind'], Lengths>()
  for (const trial of goldenTrials()) {
    const { lengths: measured, ...outcome } = await runTrial(bench, trial)
    const { lost, doubled, wrong } = judge(outcome)
    if (lost + doubled + wrong > 0)
      throw new Error(`A batch that nothing stopped went wrong: ${outcome.wrong.join(', ')}`)
    lengths.set(trial.kind, measured)
    report(`a run takes ${measured.asked} ms, ${measured.approved} ms of it from the approval on`)
  }

  const figures: Figures = { trials: 0, lost: 0, doubled: 0, wrong: 0 }
  const struck: Partial<Record<string, number>> = {}
  for (const trial of drawTrials(seed, counts)) {
    const measured = lengths.get(trial.kind)
    if (!measured) throw new Error('a kind that was not measured')
    const { phases, isRight, ...verdict } = await tryOne(bench, trial, measured, report)
    figures.trials++
    figures.lost += verdict.lost
    figures.doubled += verdict.doubled
    figures.wrong += verdict.wrong
    for (const phase of phases) struck[phase] = (struck[phase] ?? 0) + 1
    if (isRight) await forgetRejections(bench.session.journal)
    else await startOver(bench)
  }
  const places = Object.entries(struck).map(([phase, count]) => `${phase} ${count ?? 0}`)
  report(`struck in ${places.join(', ')}`)
  return figures
}
