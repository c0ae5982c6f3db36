import { Lock, LockOpen } from 'lucide-react'
import type { Change } from '@/lib/db/outcome'
import { assetKey } from '@/lib/simulate/material'
import type { Quote } from '@/lib/simulate/quote'
import { AssetAmount } from '../calls/AssetAmount'
import type { Guard } from '../calls/guard'
import type { Place } from '../calls/place'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { boundOf, heldOnLine } from './bound'
import layout from '../ui/layout.module.css'

/**
 * The amount to which the chain holds a line; undefined where it holds none, or a count of other items. The coin's
 * floor has the fees in it, which the line has not: both figures stand there.
 */
export const limitOf = (line: Change, quote: Quote, guard: Guard): bigint | undefined => {
  const { lock } = quote
  const held = lock && heldOnLine(lock, line)
  const hasFees = line.asset.standard === 'native' && !lock?.isExact
  return held && !hasFees && assetKey(held) === assetKey(line)
    ? boundOf(quote, guard, lock, held, line)
    : undefined
}

/**
 * To how much the chain holds a line, or that it does not; nothing where the whole batch is not locked. `isSaid`: the
 * line itself says how much.
 */
export const HeldLine = ({
  line,
  quote,
  guard,
  place,
  isSaid = false,
}: {
  line: Change
  quote: Quote
  guard: Guard
  place: Place
  isSaid?: boolean
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
      ) : isSaid ? (
        t('lock_orNothing')
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
