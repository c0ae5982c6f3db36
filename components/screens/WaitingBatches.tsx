import { next } from '@/lib/batch/machine'
import { useLiveBatches } from '../batches/batchViews'
import { plural } from '../text/messages'

/** Says how many batches go on only after unlocking. */
export const WaitingBatches = () => {
  const batches = useLiveBatches() ?? []
  const waiting = batches.filter(({ batch, state }) => next(batch, state)?.do === 'sign').length
  if (waiting === 0) return null
  return <p>{plural('waiting_batches', waiting)}</p>
}
