import type { ReapprovalReason } from '@/lib/db/batchEvent'
import type { Mode } from '@/lib/db'
import type { Quote } from '@/lib/simulate/quote'
import { doubtText } from '../batches/meaning'
import { Why } from '../calls/Why'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'
import { Unchecked } from './Unchecked'
import { t } from '../text/messages'

/** Warns of the risks of a batch at the top of its request; `why` tells the reason for asking again. */
export const Warnings = ({
  quote,
  why,
}: {
  quote: Quote | undefined
  why: ReapprovalReason | undefined
}) => {
  const failing = firstWith(quote, 'fails')
  const unclear = firstWith(quote, 'unknown')
  if (!(why || quote?.blocked || failing || unclear || quote?.unchecked.length)) return null

  return (
    <div className={layout.stack}>
      {why && <Notice tone="warn">{doubtText(why)}</Notice>}
      {quote?.blocked && (
        <Notice tone="bad" isAlert>
          {t('doubts_ownAccount')}
        </Notice>
      )}
      {quote && failing && (
        <Notice tone="bad" isAlert>
          <strong>{t('doubts_fails', failing.number)}</strong> <Why reason={failing.reason} />
          {consequence(quote.mode)}
        </Notice>
      )}
      {!failing && unclear && (
        <Notice tone="warn" isAlert>
          <strong>{t('doubts_unknown', unclear.number)}</strong> <Why reason={unclear.reason} />
        </Notice>
      )}
      {quote && !failing && <Unchecked unchecked={quote.unchecked} />}
    </div>
  )
}

const consequence = (mode: Mode): string =>
  mode === 'one' ? '' : t(mode === 'atomic' ? 'doubts_none' : 'doubts_rest')

const firstWith = (quote: Quote | undefined, status: 'fails' | 'unknown') => {
  const index = quote?.calls.findIndex((outcome) => outcome.status === status) ?? -1
  const outcome = quote?.calls[index]
  return outcome && outcome.status !== 'succeeds'
    ? { number: index + 1, reason: outcome.reason }
    : undefined
}
