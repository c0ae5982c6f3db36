import type { Doubt } from '@/lib/batch/event'
import type { Mode } from '@/lib/db'
import type { Quote } from '@/lib/simulate/quote'
import { doubts } from '../batches/meaning'
import { Notice } from '../ui/Notice'
import styles from './Doubts.module.css'

/** What speaks against a request, before all else; `why` it is asked once more. */
export const Doubts = ({ quote, why }: { quote: Quote | undefined; why: Doubt | undefined }) => {
  const failing = firstWith(quote, 'fails')
  const unclear = firstWith(quote, 'unknown')
  if (!(why || quote?.blocked || failing || unclear)) return null

  return (
    <div className={styles.doubts}>
      {why && <Notice tone="warn">{doubts[why]}</Notice>}
      {quote?.blocked && (
        <Notice tone="bad" isAlert>
          A call sends data to another account of yours, which could make that account act. It can
          only be rejected.
        </Notice>
      )}
      {quote && failing && (
        <Notice tone="bad" isAlert>
          <strong>Call {failing.number} fails:</strong> <bdi>{failing.reason}</bdi>
          {consequences[quote.mode]}
        </Notice>
      )}
      {!failing && unclear && (
        <Notice tone="warn" isAlert>
          <strong>Whether call {unclear.number} succeeds is unknown:</strong>{' '}
          <bdi>{unclear.reason}</bdi>
        </Notice>
      )}
    </div>
  )
}

const consequences: Record<Mode, string> = {
  one: '',
  atomic: '. Then none of the calls takes effect.',
  sequence: '. Then no call after it runs.',
}

const firstWith = (quote: Quote | undefined, status: 'fails' | 'unknown') => {
  const index = quote?.calls.findIndex((outcome) => outcome.status === status) ?? -1
  const outcome = quote?.calls[index]
  return outcome && outcome.status !== 'succeeds'
    ? { number: index + 1, reason: outcome.reason }
    : undefined
}
