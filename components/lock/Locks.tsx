import { explainedIn } from '@/lib/batch/machine'
import type { Batch, Call } from '@/lib/db'
import type { State } from '@/lib/batch/state'
import { boundIn, itemIn, leastsOf, resetIn } from '@/lib/lock/lockReading'
import type { Place } from '../calls/place'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { Section } from '../ui/Section'
import { amountsOf } from './amounts'
import { StopNotice } from './StopNotice'
import { useStop } from './useStop'

/** True for a lock that holds nothing but its deadline. */
const isBare = (lock: Call): boolean =>
  BigInt(lock.value) === 0n &&
  !resetIn(lock) &&
  !boundIn(lock) &&
  !itemIn(lock) &&
  leastsOf(lock).length === 0

/** The wallet's own conditions of a batch, and which of them stopped it. */
export const Locks = ({ batch, state, place }: { batch: Batch; state: State; place: Place }) => {
  const isReverted = state.transactions.some(({ receipt }) => receipt?.status === '0x0')
  const failing = explainedIn(state)?.failing
  // The page says above that a lock stopped it, and names a call that failed.
  const isSaid = failing?.lock !== undefined
  const stop = useStop(batch, isReverted && !isSaid)
  const isNamed = typeof failing?.index === 'number'
  const amounts = amountsOf(batch, place)
  const { amount, items, pair } = amounts
  // A batch that somebody else pays for keeps a deadline, also where it holds nothing.
  if ((batch.locks ?? []).every(isBare)) return null
  return (
    <Section title={t('lock_title')}>
      {!(isNamed && stop === 'unknown') && <StopNotice stop={stop} amounts={amounts} />}
      <ul>
        {(batch.locks ?? []).flatMap((lock, index) => {
          const coin = BigInt(lock.value)
          const reset = resetIn(lock)
          if (reset)
            return [
              <li key={index}>
                <Text id="lock_backDone" values={pair(reset)} />
              </li>,
            ]
          const bound = boundIn(lock)
          if (bound)
            return [
              <li key={index}>
                <Text
                  id={bound.isDown ? 'lock_leaves' : 'lock_arrives'}
                  values={[amount(bound.token, bound.amount)]}
                />
              </li>,
            ]
          const held = itemIn(lock)
          const lines = held
            ? [items(held.item, held.least)]
            : coin > 0n
              ? [amount(null, coin)]
              : leastsOf(lock).map(({ token, least }) => amount(token, least))
          return lines.map((line, at) => (
            <li key={`${index} ${at}`}>
              <Text id="lock_left" values={[line]} />
            </li>
          ))
        })}
      </ul>
    </Section>
  )
}
