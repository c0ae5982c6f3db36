import { lazy, Suspense } from 'react'
import { explainedIn } from '@/lib/batch/machine'
import type { BatchView } from './batchViews'
import { useSession } from '../store/session'
import { networkName } from '../text/network'
import { t } from '../text/messages'
import { timeText } from '../text/time'
import { Host } from '../ui/Host'
import styles from '../ui/List.module.css'
import { Progress } from './Progress'
import { StatusWord } from './StatusWord'
import { summaryOf } from './summary'
import { wordOf } from './word'

/** Few batches fail. */
const FailedCall = lazy(async () => ({ default: (await import('./FailedCall')).FailedCall }))

/** A batch in a list: who asked for it, what became of it, how far it got while it is under way. */
export const Row = ({
  view,
  anchor,
}: {
  view: BatchView
  anchor?: React.Ref<HTMLAnchorElement> | undefined
}) => {
  const isUnlocked = useSession(({ session }) => session?.isUnlocked ?? false)
  const { key, origin, chainId, createdAt, calls } = view.batch
  const explained = explainedIn(view.state)
  return (
    <a ref={anchor} className={`${styles.item} ${styles.link}`} href={`#${key}`}>
      <span className={`${styles.line} ${styles.top}`}>
        <Host origin={origin} />
        <StatusWord word={wordOf(view, isUnlocked)} />
      </span>
      <span className={styles.muted}>
        {t('batch_callsOnAt', summaryOf(view.batch), networkName(chainId), timeText(createdAt))}
      </span>
      {explained?.failing && (
        <span className={styles.muted}>
          <Suspense>
            <FailedCall {...explained} failing={explained.failing} count={calls.length} />
          </Suspense>
        </span>
      )}
      <Progress view={view} />
    </a>
  )
}
