import { useLiveBatches } from '../hooks'
import { hostOf } from '../text/origin'
import { plural, t } from '../text/messages'
import { Notice } from '../ui/Notice'

/** Names the batches that are under way, where they would be lost sight of. */
export const LiveBatches = () => {
  const batches = useLiveBatches() ?? []
  if (batches.length === 0) return null
  return (
    <Notice tone="warn">
      <p>{plural('eraseLive', batches.length)}</p>
      <ul>
        {batches.map(({ batch }) => (
          <li key={batch.key}>
            {t('eraseLiveOne', hostOf(batch.origin), plural('calls', batch.calls.length))}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
