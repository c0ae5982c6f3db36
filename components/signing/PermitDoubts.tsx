import type { Permit } from '@/lib/decode/permit'
import styles from '../approvals/Doubts.module.css'
import { t, type Key } from '../text/messages'
import { Notice } from '../ui/Notice'
import { permitDoubts, type PermitDoubt } from './permit'

const sentences: Record<PermitDoubt, Key> = {
  unlimited: 'permit_unlimited',
  far: 'permit_far',
}

/** What speaks against a permit, before all else; `now` in ms since 1970. */
export const PermitDoubts = ({ permit, now }: { permit: Permit; now: number }) => {
  const doubts = permitDoubts(permit, now)
  return (
    doubts.length > 0 && (
      <div className={styles.doubts}>
        {doubts.map((doubt) => (
          <Notice key={doubt} tone="warn" isAlert>
            {t(sentences[doubt])}
          </Notice>
        ))}
      </div>
    )
  )
}
