import type { Verdict } from '../batch/world'
import type { Batch } from '../db'
import { simulateCalls } from './calls'
import type { CallOutcome } from './quote'

/** What the outcomes of calls come to: one that fails decides, one that is unknown leaves it open. */
export const verdictOf = (outcomes: readonly CallOutcome[]): Verdict => {
  if (outcomes.some(({ status }) => status === 'fails')) return 'fails'
  return outcomes.every(({ status }) => status === 'succeeds') ? 'succeeds' : 'unknown'
}

/** What the calls of a batch from `index` on would come to now, at the pre-confirmed state. */
export const simulateBatch = async (
  { chainId, from, calls, upgrade, delegate }: Batch,
  index: number,
): Promise<Verdict> =>
  verdictOf(await simulateCalls(chainId, from, calls.slice(index), upgrade ? delegate : null))
