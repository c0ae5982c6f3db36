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

/** A batch in a list: who asked for it, what became of it, how far it got while it is under way. */
export const Row = ({
  view,
  anchor,
}: {
  view: BatchView
  anchor?: React.Ref<HTMLAnchorElement> | undefined
}) => {
  const isUnlocked = useSession(({ session }) => session?.isUnlocked ?? false)
  const { key, origin, chainId, createdAt } = view.batch
  return (
    <a ref={anchor} className={`${styles.item} ${styles.link}`} href={`#${key}`}>
      <span className={`${styles.line} ${styles.top}`}>
        <Host origin={origin} />
        <StatusWord word={wordOf(view, isUnlocked)} />
      </span>
      <span className={styles.muted}>
        {t('batch_callsOnAt', summaryOf(view.batch), networkName(chainId), timeText(createdAt))}
      </span>
      <Progress view={view} />
    </a>
  )
}
