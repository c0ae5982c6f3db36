import { CircleCheck, CircleQuestionMark, CircleX } from 'lucide-react'
import type { CallOutcome } from '@/lib/simulate/quoteBatch'
import { t } from '../text/messages'
import styles from './Verdict.module.css'

const words = {
  succeeds: 'verdict_succeeds',
  fails: 'verdict_fails',
  unknown: 'verdict_unknown',
} as const

const icons = { succeeds: CircleCheck, fails: CircleX, unknown: CircleQuestionMark }

/** Whether a call would succeed, as icon and word. */
export const Verdict = ({ status }: { status: CallOutcome['status'] }) => {
  const Icon = icons[status]
  return (
    <span className={`${styles.verdict} ${styles[status]}`}>
      <Icon size={16} aria-hidden />
      {t(words[status])}
    </span>
  )
}
