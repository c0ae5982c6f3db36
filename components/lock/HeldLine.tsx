import { Lock, LockOpen } from 'lucide-react'
import type { Change } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { AssetAmount } from '../calls/AssetAmount'
import type { Guard } from '../calls/guard'
import type { Place } from '../calls/place'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { boundOf, heldOnLine } from './bound'
import layout from '../ui/layout.module.css'

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
  const held = heldOnLine(lock, line)
  const bound = held && boundOf(quote, guard, lock, held, line)
  return (
    <span
      className={`${layout.iconLine} ${layout.small} ${bound === undefined ? layout.warn : layout.muted}`}
    >
      {bound === undefined ? <LockOpen size={14} aria-hidden /> : <Lock size={14} aria-hidden />}
      {bound === undefined ? (
        t(held ? 'lock_fees' : 'lock_cannot')
      ) : held?.asset.standard === 'collection' ? (
        t(line.direction === 'in' ? 'lock_anyItem' : 'lock_anyItemOut')
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
