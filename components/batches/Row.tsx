import { lazy, Suspense } from 'react'
import { explainedIn } from '@/lib/batch/machine'
import type { BatchView } from './batchViews'
import { useSession } from '../store/session'
import { networkName } from '../text/network'
import { t } from '../text/messages'
import { clockText, timeText } from '../text/time'
import { Host } from '../ui/Host'
import { SiteTile } from '../ui/SiteTile'
import { Skeleton } from '../ui/Skeleton'
import list from '../ui/List.module.css'
import { Progress } from './Progress'
import layout from '../ui/layout.module.css'
import styles from './batch.module.css'
import { StatusWord } from './StatusWord'
import { wordOf } from './word'

/** Few batches fail. */
const Failure = lazy(async () => ({ default: (await import('./Failure')).Failure }))

/** The frame of a page is there before its sentences. */
const Deeds = lazy(async () => ({ default: (await import('./BatchActions')).BatchActions }))

/** Number of sentences that a row of the list shows. */
const few = 2

/** A batch in a list: what it does, who asked for it, what became of it, how far it got while it is under way. */
export const Row = ({
  view,
  isUnderDay = false,
  anchor,
}: {
  view: BatchView
  /** A heading above tells its day. */
  isUnderDay?: boolean
  anchor?: React.Ref<HTMLAnchorElement> | undefined
}) => {
  const isUnlocked = useSession(({ session }) => session?.isUnlocked ?? false)
  const { key, origin, chainId, createdAt } = view.batch
  const explained = explainedIn(view.state)
  const time = isUnderDay ? clockText(createdAt) : timeText(createdAt)
  return (
    <a ref={anchor} className={`${list.item} ${list.link}`} href={`#${key}`}>
      <span className={`${layout.pictured} ${layout.atTop}`}>
        <SiteTile origin={origin} />
        <span className={`${layout.stack} ${layout.flush} ${layout.breaks}`}>
          <span className={styles.deeds}>
            <Suspense fallback={<Skeleton width={18} />}>
              <Deeds view={view} most={few} />
            </Suspense>
          </span>
          <span className={`${layout.facing} ${layout.small}`}>
            <span className={`${layout.muted} ${layout.small}`}>
              <Host origin={origin} /> {t('batch_onAt', networkName(chainId), time)}
            </span>
            <StatusWord word={wordOf(view, isUnlocked)} />
          </span>
          {explained?.failing && (
            <span className={`${layout.muted} ${layout.small}`}>
              <Suspense>
                <Failure batch={view.batch} explained={explained} />
              </Suspense>
            </span>
          )}
        </span>
      </span>
      <Progress view={view} />
    </a>
  )
}
