import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { nonceOf } from '../e2e/support/chainState.ts'
import type { Answer } from '../e2e/support/site.ts'
import { alice } from '../unit/accounts.ts'
import { batchOf } from './batch.ts'
import type { Bench } from './bench.ts'
import { inTime } from './inTime.ts'
import { lastStatusProblem, type Outcome } from './trialJudge.ts'
import { standAccount } from './batchKinds.ts'
import { mineAll, startMiner } from './mine.ts'
import { phaseAt, traceOf } from './phase.ts'
import { delayOf, type Lengths, type Trial } from './plan.ts'
import { patience } from './session.ts'
import { killer, stopper } from './strike.ts'
import { clearWindows } from './user.ts'

/** Result of a trial: its outcome, the batch's phase at each strike, and remarks. */
export type Result = Outcome & { phases: string[]; lengths: Lengths; notes: string[] }

/**
 * Polls until the batch is no longer pending or the time limit has passed; the judge reports one that stays
 * pending.
 */
const settled = async (look: () => Promise<Answer | undefined>) => {
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    const { status } = ((await look())?.result ?? {}) as { status?: number }
    if (status !== undefined && status !== 100) return
    await delay(50)
  }
}

/** Runs one batch with the strikes of its trial, and follows it to its end. */
export const runTrial = async (bench: Bench, trial: Trial, lengths?: Lengths): Promise<Result> => {
  const { kind, moments } = trial
  const isKill = trial.strike === 'kill' && moments.length > 0
  const batch = batchOf(bench, trial)
  const { id, chain, status } = batch
  const { wrong } = status
  const notes: string[] = []

  await standAccount(kind, chain)
  const nonce = await nonceOf(chain.url, alice)
  const strike = isKill ? killer(bench, trial) : await stopper(bench, trial)
  const stopMiner = startMiner(chain.url, trial.mineAfter)
  const stopWatch = trial.isAsking ? status.watch() : () => Promise.resolve()
  try {
    const { times, answered, decided, approved } = batch.send()
    // Prevents unhandled rejections: killing the browser rejects all three.
    for (const ended of [answered, decided, approved]) ended.catch(() => undefined)
    const struck = await strike({
      look: status.look,
      async wait(index) {
        const moment = moments[index]
        if (!moment || !lengths) throw new Error('a strike without a moment')
        if (moment.since === 'approved') await approved
        const since = { ...times, strike: Date.now() }[moment.since]
        await delay(Math.max(0, since + delayOf(moment, lengths) - Date.now()))
      },
    })

    if (!isKill) {
      // After stops of the background, the site must still get its answer.
      const clicks = await inTime('the approval', decided, patience)
      const answer = await inTime('the answer', answered, patience)
      if (clicks > 1) notes.push(`${clicks} clicks`)
      if (!isDeepStrictEqual(answer, { result: { id, batchId: id, status: 'pending' } }))
        wrong.push(`answered ${JSON.stringify(answer)}`)
    }
    const { asked, batches } = await traceOf(bench.session.journal, id)
    const isDue = !isKill || batch.isTold() || batches.length > 0
    if (asked.length > 1) wrong.push(`asked the user ${asked.length} times`)
    if (kind.isAtomic && batches.some(({ locks }) => !locks)) wrong.push('not locked')

    if (isDue) await settled(status.look)
    else await delay(500)
    const ended = Date.now()
    await stopWatch()
    await stopMiner()
    await mineAll(chain.url)
    const isWaiting = asked.some(({ state }) => state === 'pending')
    const left = await clearWindows(bench.session.wallet, isWaiting)
    if (left > 0) notes.push(`${left} windows left open`)

    const paid = await batch.paid()
    const spare = (await nonceOf(chain.url, alice)) - nonce - (isDue ? kind.nonces : 0)
    const { isAtomic } = kind
    const problem = lastStatusProblem(await batch.ask(), { isDue, paid, isAtomic })
    if (problem) wrong.push(problem)
    const trace = await traceOf(bench.session.journal, id)
    return {
      isDue,
      paid,
      spare,
      wrong,
      notes,
      phases: struck.map((at) => phaseAt(trace, at)),
      lengths: { asked: ended - times.asked, approved: ended - times.approved },
    }
  } finally {
    // Not awaited: they may wait for the step that failed.
    for (const stop of [stopWatch, stopMiner]) stop().catch(() => undefined)
  }
}
