import { useSession } from '../store/session'
import { Notice } from '../ui/Notice'
import styles from './DiskFull.module.css'
import { t } from '../text/messages'

/** Says that batches cannot go on, and what would help. */
export const DiskFull = () => {
  const isRefusing = useSession(({ session }) => session?.isDiskRefusing ?? false)
  if (!isRefusing) return null
  return (
    <div className={styles.place}>
      <Notice tone="bad" isAlert>
        {t('disk_full')}
      </Notice>
    </div>
  )
}
