import { Lock, LockOpen } from 'lucide-react'
import type { Change } from '@/lib/db/outcome'
import { leastOf } from '@/lib/lock/least'
import { assetKey } from '@/lib/simulate/material'
import type { Quote } from '@/lib/simulate/quote'
import { AssetAmount } from '../calls/AssetAmount'
import type { Guard } from '../calls/guard'
import type { Place } from '../calls/place'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { acceptedChanges } from './accepted'
import styles from './HeldLine.module.css'

/** To how much the chain holds a line, or that it does not; nothing where the whole batch is not locked. */
export const HeldLine = ({
  line,
  quote,
  guard,
  place,
}: {
  line: Change
  quote: Quote
  guard: Guard
  place: Place
}) => {
  const { lock } = quote
  if (!lock) return null
  const held = lock.holds.find((one) => assetKey(one) === assetKey(line))
  const bound = held && boundOf(quote, guard, lock, held, line)
  return (
    <span className={styles.line}>
      {bound === undefined ? (
        <LockOpen size={14} aria-hidden className={styles.icon} />
      ) : (
        <Lock size={14} aria-hidden className={styles.icon} />
      )}
      {bound === undefined ? (
        t(held ? 'lock_fees' : 'lock_cannot')
      ) : (
        <span>
          <Text
            id={line.direction === 'in' ? 'lock_least' : 'lock_most'}
            values={[
              <AssetAmount change={{ ...line, amount: `0x${bound.toString(16)}` }} place={place} />,
            ]}
          />
        </span>
      )}
    </span>
  )
}

/** The most that leaves or the least that arrives; undefined where the fees leave nothing to hold. */
const boundOf = (
  quote: Quote,
  guard: Guard,
  lock: NonNullable<Quote['lock']>,
  held: NonNullable<Quote['lock']>['holds'][number],
  { direction }: Change,
): bigint | undefined => {
  const least = leastOf(lock, held, acceptedChanges(quote, guard), quote)
  const had = BigInt(held.had)
  if (direction === 'in') return least > had ? least - had : undefined
  // More than there is cannot leave, but of the coin the fees could take it all.
  if (least <= 0n) return held.asset.standard === 'native' ? undefined : had
  return had - least
}
