import type { Doubt } from '@/lib/approvals/danger'
import { t, type Key } from '../text/messages'
import { Notice } from '../ui/Notice'

const sentences: Partial<Record<Doubt, Key>> = {
  'poor return': 'step_poorReturn',
  'unnamed payment': 'step_unnamedPayment',
  'unnamed permit': 'step_unnamedPermit',
}

/** Says those doubts about calls that no line of what they do names. */
export const DoubtNotices = ({ doubts }: { doubts: readonly Doubt[] }) =>
  Object.entries(sentences).map(
    ([doubt, key]) =>
      doubts.includes(doubt as Doubt) && (
        <Notice key={doubt} tone="warn" isAlert>
          {t(key)}
        </Notice>
      ),
  )
