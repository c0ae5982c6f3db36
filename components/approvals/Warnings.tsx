import { lazy, Suspense } from 'react'
import type { Approval, Mode } from '@/lib/db'
import type { Quote } from '@/lib/simulate/quote'
import { doubtText } from '../batches/meaning'
import type { Place } from '../calls/place'
import { Why } from '../calls/Why'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'
import { Unchecked } from './Unchecked'
import { t } from '../text/messages'

/** Few requests are asked again. */
const ChangedSince = lazy(async () => ({
  default: (await import('../batches/ChangedSince')).ChangedSince,
}))

/** Warns of the risks of a batch at the top of its request; `again` tells why it is asked again. */
export const Warnings = ({
  quote,
  again,
  count,
  place,
}: {
  quote: Quote | undefined
  again: Approval['again']
  /** How many calls the batch has left. */
  count: number
  place: Place
}) => {
  const failing = firstWith(quote, 'fails')
  const unclear = firstWith(quote, 'unknown')
  if (!(again || quote?.blocked || failing || unclear || quote?.unchecked.length)) return null

  return (
    <div className={layout.stack}>
      {again && (
        <Notice tone="warn">
          <p>{doubtText(again.why)}</p>
          {again.changed && (
            <Suspense>
              <ChangedSince changed={again.changed} count={count} place={place} />
            </Suspense>
          )}
        </Notice>
      )}
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
