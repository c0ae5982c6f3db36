import { useSession } from '../store/session'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'
import { t } from '../text/messages'

/** Says that batches cannot go on, and what would help. */
export const DiskFull = () => {
  const isRefusing = useSession(({ session }) => session?.isDiskRefusing ?? false)
  if (!isRefusing) return null
  return (
    <div className={layout.inset}>
      <Notice tone="bad" isAlert>
        {t('disk_full')}
      </Notice>
    </div>
  )
}
