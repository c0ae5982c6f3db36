import { Lock, LockOpen, Undo2 } from 'lucide-react'
import type { Call } from '@/lib/db'
import { assetKey } from '@/lib/simulate/material'
import type { Quote } from '@/lib/simulate/quote'
import type { Guard } from '../calls/guard'
import { Party } from '../calls/Party'
import type { Place } from '../calls/place'
import { readingOf } from '../calls/read'
import { TokenName } from '../calls/TokenAmount'
import { plural, t } from '../text/messages'
import { joinSentences, sentenceGap } from '../text/sentences'
import { nativeAtMost } from '../text/native'
import { Text } from '../text/Text'
import { formNote, hasItems } from './formNote'
import { openReason } from './openReason'
import { uncoveredBy, type Uncovered } from './uncovered'
import layout from '../ui/layout.module.css'

const line = `${layout.iconLine} ${layout.sides} ${layout.small}`

/** Says what happens where less comes out than is shown, what no lock holds, or why nothing is locked. */
export const LockNote = ({
  quote,
  guard,
  calls,
  place,
}: {
  quote: Quote
  guard: Guard
  calls: readonly Call[]
  place: Place
}) => {
  const { lock, open, changes } = quote
  if (!lock)
    return (
      open && (
        <p className={`${line} ${layout.muted}`}>
          <LockOpen size={14} aria-hidden />
          <span>{openReason(open, quote, place.chainId)}</span>
        </p>
      )
    )
  const moved = changes.map((change) => assetKey(change))
  const others = lock.holds.filter(
    (held) =>
      held.asset.standard !== 'native' &&
      held.asset.standard !== 'collection' &&
      !moved.includes(assetKey(held)),
  ).length
  const form = formNote(lock)
  const read = calls.map((call) => ({ call, reading: readingOf(call, place) }))
  return (
    <>
      <p className={`${line} ${layout.muted}`}>
        <Lock size={14} aria-hidden />
        <span>
          {joinSentences(
            others > 0 && plural('lock_others', others),
            t(lock.isExact ? 'lock_elseExact' : 'lock_else'),
          )}
          {sentenceGap()}
          <Cost quote={quote} place={place} />
          {sentenceGap()}
          {joinSentences(t('lock_until'), (!lock.isExact || hasItems(lock)) && t('lock_gift'))}
        </span>
      </p>
      {form && (
        <p className={`${line} ${layout.warn}`}>
          <LockOpen size={14} aria-hidden />
          <span>{form}</span>
        </p>
      )}
      {lock.resets?.map(({ standard, token, spender }) => (
        <p key={`${standard} ${token} ${spender}`} className={`${line} ${layout.muted}`}>
          <Undo2 size={14} aria-hidden />
          <span>
            <Text
              id="lock_back"
              values={[
                <Party address={spender} place={place} />,
                <TokenName asset={token} place={place} />,
              ]}
            />
          </span>
        </p>
      ))}
      <NotCovered uncovered={uncoveredBy(quote, guard, lock, read, place.from)} />
    </>
  )
}

/** Says what a stopped batch costs: a fee, or what its payer takes all the same. */
const Cost = ({ quote: { sponsor, ceiling, l1Fee }, place }: { quote: Quote; place: Place }) => {
  if (!sponsor) {
    const most = BigInt(ceiling) + 2n * BigInt(l1Fee)
    return <Text id="lock_elseFee" values={[nativeAtMost(most, 3, place.chainId)]} />
  }
  const isFree = sponsor.charges?.length === 0 && !sponsor.isCalledAfter
  return isFree ? null : t('lock_elseCharge')
}

/** Nobody is to think that a lock does more than it does. */
const NotCovered = ({
  uncovered: { lines, left, isToAnybody, isAllowed, isUnread },
}: {
  uncovered: Uncovered
}) => (
  <div className={`${line} ${layout.warn}`}>
    <LockOpen size={14} aria-hidden />
    <div>
      <p>{t('lock_uncovered')}</p>
      <ul>
        {lines > 0 && <li>{plural('lock_uncoveredLines', lines)}</li>}
        {isAllowed && <li>{t('lock_uncoveredAllowed')}</li>}
        {isToAnybody && <li>{t('lock_uncoveredTo')}</li>}
        {isUnread && <li>{t('lock_uncoveredUnread')}</li>}
        {left > 0 && <li>{plural('lock_uncoveredLeft', left)}</li>}
        <li>{t('lock_uncoveredRest')}</li>
      </ul>
    </div>
  </div>
)
