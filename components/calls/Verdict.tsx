import { CircleCheck, CircleQuestionMark, CircleX } from 'lucide-react'
import type { CallOutcome } from '@/lib/simulate/quote'
import { t } from '../text/messages'
import layout from '../ui/layout.module.css'
import styles from './CallRow.module.css'

const words = {
  succeeds: 'verdict_succeeds',
  fails: 'verdict_fails',
  unknown: 'verdict_unknown',
} as const

const icons = { succeeds: CircleCheck, fails: CircleX, unknown: CircleQuestionMark }

const tones = { succeeds: layout.good, fails: layout.danger, unknown: layout.warn }

/**
 * Shows as icon and word if a call would succeed; where it would, the word is only heard, and where all would, that
 * is said once above the buttons.
 */
export const Verdict = ({ status, isCalm }: { status: CallOutcome['status']; isCalm: boolean }) => {
  const Icon = icons[status]
  return (
    <span className={`${layout.joined} ${styles.verdict} ${tones[status]}`}>
      {!isCalm && <Icon size={16} aria-hidden />}
      <span className={status === 'succeeds' ? layout.heard : undefined}>{t(words[status])}</span>
    </span>
  )
}
