import type { Approval } from '@/lib/db'
import type { Quote } from '@/lib/simulate/quote'
import { doubtText } from '../batches/meaning'
import type { Place } from '../calls/place'
import { Why } from '../calls/Why'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'
import { Unchecked } from './Unchecked'
import { Text } from '../text/Text'
import { t } from '../text/messages'
import { loadedLater } from '../hooks/loadedLater'

/** Few requests are asked again. */
const ChangedSince = loadedLater(async () => (await import('../batches/ChangedSince')).ChangedSince)

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
          {again.changed && <ChangedSince changed={again.changed} count={count} place={place} />}
        </Notice>
      )}
      {quote?.blocked && (
        <Notice tone="bad" isAlert>
          {t('doubts_ownAccount')}
        </Notice>
      )}
      {quote && failing && (
        <Notice tone="bad" isAlert>
          <p>
            <strong>
              <Text id="doubts_fails" values={[failing.number, <Why reason={failing.reason} />]} />
            </strong>
          </p>
          {quote.mode !== 'one' && (
            <p>{t(quote.mode === 'atomic' ? 'doubts_none' : 'doubts_rest')}</p>
          )}
        </Notice>
      )}
      {!failing && unclear && (
        <Notice tone="warn" isAlert>
          <strong>
            <Text id="doubts_unknown" values={[unclear.number, <Why reason={unclear.reason} />]} />
          </strong>
        </Notice>
      )}
      {quote && !failing && <Unchecked unchecked={quote.unchecked} />}
    </div>
  )
}

const firstWith = (quote: Quote | undefined, status: 'fails' | 'unknown') => {
  const index = quote?.calls.findIndex((outcome) => outcome.status === status) ?? -1
  const outcome = quote?.calls[index]
  return outcome && outcome.status !== 'succeeds'
    ? { number: index + 1, reason: outcome.reason }
    : undefined
}
