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
import { nativeAtMost } from '../text/native'
import { Text } from '../text/Text'
import { openReason } from './openReason'
import { uncoveredBy, type Uncovered } from './uncovered'
import styles from './LockNote.module.css'

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
  const { lock, open, changes, ceiling, l1Fee } = quote
  if (!lock)
    return (
      open && (
        <p className={styles.note}>
          <LockOpen size={14} aria-hidden className={styles.icon} />
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
  // Items are held as they are counted, in the exact form too.
  const hasItems = lock.holds.some(
    ({ asset }) => asset.standard === 'ERC1155' || asset.standard === 'collection',
  )
  const read = calls.map((call) => ({ call, reading: readingOf(call, place) }))
  return (
    <>
      <p className={styles.note}>
        <Lock size={14} aria-hidden className={styles.icon} />
        <span>
          {others > 0 && `${plural('lock_others', others)} `}
          <Text
            id={lock.isExact ? 'lock_elseExact' : 'lock_else'}
            values={[nativeAtMost(BigInt(ceiling) + 2n * BigInt(l1Fee), 3, place.chainId)]}
          />{' '}
          {t('lock_until')}
          {(!lock.isExact || hasItems) && ` ${t('lock_gift')}`}
        </span>
      </p>
      {lock.resets?.map(({ standard, token, spender }) => (
        <p key={`${standard} ${token} ${spender}`} className={styles.note}>
          <Undo2 size={14} aria-hidden className={styles.icon} />
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

/** Nobody is to think that a lock does more than it does. */
const NotCovered = ({
  uncovered: { lines, left, isToAnybody, isAllowed, isUnread },
}: {
  uncovered: Uncovered
}) => (
  <div className={styles.warn}>
    <LockOpen size={14} aria-hidden className={styles.icon} />
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
