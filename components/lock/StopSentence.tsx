import type { Batch } from '@/lib/db'
import type { Failed } from '@/lib/db/batchEvent'
import { keptStop } from '@/lib/lock/stop'
import { useKnownTokens } from '../hooks/queries'
import { useIdentified } from '../tokens/useIdentified'
import { amountsOf } from './amounts'
import { sentence } from './StopNotice'
import { useStop } from './useStop'

/**
 * Says which condition of its lock stopped a batch, as its event keeps it. `isWhole`: with what would have been, where
 * the node can still tell.
 */
export const StopSentence = ({
  batch,
  failing,
  isWhole,
}: {
  batch: Batch
  failing: Failed
  isWhole: boolean
}) => {
  const tokens = useIdentified(batch.chainId, batch.from, useKnownTokens(batch.chainId))
  const asked = useStop(batch, isWhole)
  const kept = keptStop(batch, failing)
  const isMore = typeof asked === 'object' && 'would' in asked
  const place = { from: batch.from, chainId: batch.chainId, tokens }
  return sentence(isMore ? asked : (kept ?? 'somehow'), amountsOf(batch, place))
}
