import { useStore } from '../store'
import { Notice } from '../ui/Notice'
import styles from './DiskFull.module.css'

/** Says that batches cannot go on, and what would help. */
export const DiskFull = () => {
  const isRefusing = useStore(({ session }) => session?.isDiskRefusing ?? false)
  if (!isRefusing) return null
  return (
    <div className={styles.place}>
      <Notice tone="bad" isAlert>
        The disk takes nothing more, so batches wait: what is not saved is not sent. Free some
        space; they go on by themselves.
      </Notice>
    </div>
  )
}
