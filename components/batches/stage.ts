import { statusCode } from '@/lib/batch/status'
import type { State } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'

/**
 * How far a batch got: nothing of it is out, sent, all that ran in sealed blocks, all final. A batch of which nothing
 * reached the chain has no stage, be its cancellation in a block.
 */
export const stageOf = (batch: Pick<Batch, 'mode' | 'calls'>, state: State): 0 | 1 | 2 | 3 => {
  const code = statusCode(batch, state)
  if (code === 400) return 0
  if (code !== 100) return state.final ? 3 : 2
  return state.transactions.some(({ sent, receipt }) => sent || receipt) ? 1 : 0
}
