import type { Permit } from '@/lib/decode/permit'
import layout from '../ui/layout.module.css'
import { t, type Key } from '../text/messages'
import { Notice } from '../ui/Notice'
import { permitWarnings, type PermitWarning } from './permit'

const sentences: Record<PermitWarning, Key> = {
  unlimited: 'permit_unlimited',
  far: 'permit_far',
}

/** Warns of the risks of a permit at the top of its request; `now` in ms since 1970. */
export const PermitWarnings = ({ permit, now }: { permit: Permit; now: number }) => {
  const doubts = permitWarnings(permit, now)
  return (
    doubts.length > 0 && (
      <div className={layout.stack}>
        {doubts.map((doubt) => (
          <Notice key={doubt} tone="warn" isAlert>
            {t(sentences[doubt])}
          </Notice>
        ))}
      </div>
    )
  )
}
