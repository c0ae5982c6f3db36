import { CircleCheck, CircleQuestionMark, CircleX } from 'lucide-react'
import type { CallOutcome } from '@/lib/simulate/quote'
import { t } from '../text/messages'
import styles from './Verdict.module.css'

const words = {
  succeeds: 'verdict_succeeds',
  fails: 'verdict_fails',
  unknown: 'verdict_unknown',
} as const

const icons = { succeeds: CircleCheck, fails: CircleX, unknown: CircleQuestionMark }

/** Shows as icon and word if a call would succeed. */
export const Verdict = ({ status }: { status: CallOutcome['status'] }) => {
  const Icon = icons[status]
  return (
    <span className={`${styles.verdict} ${styles[status]}`}>
      <Icon size={16} aria-hidden />
      {t(words[status])}
    </span>
  )
}
