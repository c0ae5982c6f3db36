import type { Transaction } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { FailedCall } from './FailedCall'
import { loadedLater } from '../hooks/loadedLater'

/** Few batches are stopped by their locks. */
const StopSentence = loadedLater(async () => (await import('../lock/StopSentence')).StopSentence)

/** Says why a batch reverted: that its lock stopped it, or which of its calls failed. */
export const Failure = ({
  batch,
  explained: { by, failing },
  isWhole = false,
}: {
  batch: Batch
  explained: NonNullable<Transaction['explained']>
  isWhole?: boolean
}) =>
  failing?.lock === undefined ? (
    <FailedCall by={by} failing={failing} count={batch.calls.length} />
  ) : (
    <StopSentence batch={batch} failing={failing} isWhole={isWhole} />
  )
