import type { Address } from 'viem'
import { useLiveBatches } from '../batches/batchViews'
import { summaryOf } from '../batches/summary'
import { hostOf } from '../text/origin'
import { plural, t } from '../text/messages'
import { Notice } from '../ui/Notice'

/** Names the batches that are under way, of one account or all, where they would be lost sight of. */
export const LiveBatches = ({ from }: { from?: Address }) => {
  const live = useLiveBatches() ?? []
  const batches = live.filter(({ batch }) => from === undefined || batch.from === from)
  if (batches.length === 0) return null
  return (
    <Notice tone="warn">
      <p>{plural('eraseLive', batches.length)}</p>
      <ul>
        {batches.map(({ batch }) => (
          <li key={batch.key}>{t('eraseLiveOne', hostOf(batch.origin), summaryOf(batch))}</li>
        ))}
      </ul>
    </Notice>
  )
}
