import { CircleAlert, CircleCheck, CircleMinus, CircleX, Clock } from 'lucide-react'
import { t, type Key } from '../text/messages'
import type { BatchWord } from './word'
import layout from '../ui/layout.module.css'

const looks = {
  busy: Clock,
  good: CircleCheck,
  bad: CircleX,
  warn: CircleAlert,
  still: CircleMinus,
}

const tones = {
  busy: layout.accent,
  good: layout.good,
  bad: layout.bad,
  warn: layout.warn,
  still: layout.muted,
}

const shown: Record<BatchWord, [look: keyof typeof looks, text: Key]> = {
  'Waiting for its turn': ['busy', 'word_turn'],
  'Waiting for unlock': ['warn', 'word_unlock'],
  'Waiting for you': ['warn', 'word_you'],
  'Waiting for your Ledger': ['warn', 'word_ledger'],
  'Waiting for your QR device': ['warn', 'word_qr'],
  Sending: ['busy', 'word_sending'],
  Sent: ['busy', 'word_sent'],
  Cancelling: ['busy', 'word_cancelling'],
  Overtaken: ['warn', 'word_overtaken'],
  'Pre-confirmed': ['good', 'word_preconfirmed'],
  Disputed: ['warn', 'word_disputed'],
  Confirmed: ['good', 'word_confirmed'],
  Reverted: ['bad', 'word_reverted'],
  'Partly done': ['warn', 'word_partly'],
  Unclear: ['warn', 'word_unclear'],
  'Not sent': ['still', 'word_notSent'],
  Replaced: ['bad', 'word_replaced'],
  Stopped: ['still', 'word_stopped'],
}

/** A batch's word in the user's language. */
export const statusText = (word: BatchWord): string => t(shown[word][1])

/** A batch's status as icon and word; both inherit their size. */
export const StatusWord = ({ word, size = 16 }: { word: BatchWord; size?: number }) => {
  const [look] = shown[word]
  const Icon = looks[look]
  return (
    <span className={`${layout.joined} ${layout.firm} ${layout.strong} ${tones[look]}`}>
      <Icon size={size} aria-hidden />
      {statusText(word)}
    </span>
  )
}
