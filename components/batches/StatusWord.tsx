import { CircleAlert, CircleCheck, CircleMinus, CircleX, Clock } from 'lucide-react'
import type { Word } from './word'
import styles from './StatusWord.module.css'

const looks = {
  busy: Clock,
  good: CircleCheck,
  bad: CircleX,
  warn: CircleAlert,
  still: CircleMinus,
}

const lookOf: Record<Word, keyof typeof looks> = {
  'Waiting for its turn': 'busy',
  'Waiting for unlock': 'warn',
  'Waiting for you': 'warn',
  Sending: 'busy',
  Sent: 'busy',
  Cancelling: 'busy',
  Overtaken: 'warn',
  'Pre-confirmed': 'good',
  Disputed: 'warn',
  Confirmed: 'good',
  Reverted: 'bad',
  'Partly done': 'warn',
  Unclear: 'warn',
  'Not sent': 'still',
  Replaced: 'bad',
  Stopped: 'still',
}

/** A batch's status as icon and word; both inherit their size. */
export const StatusWord = ({ word, size = 16 }: { word: Word; size?: number }) => {
  const look = lookOf[word]
  const Icon = looks[look]
  return (
    <span className={`${styles.status} ${styles[look]}`}>
      <Icon size={size} aria-hidden />
      {word}
    </span>
  )
}
