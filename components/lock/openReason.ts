import { universalRouterOn } from '@/lib/decode/contracts'
import type { OpenReason } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { t, type Key } from '../text/messages'

const reasons: Record<OpenReason, Key> = {
  order: 'lock_openOrder',
  network: 'lock_openNetwork',
  unseen: 'lock_openUnseen',
  fails: 'lock_openFails',
  size: 'lock_openSize',
  off: 'lock_openOff',
}

/**
 * Says why nothing is locked. Of calls in order that could run as one, on a chain with a known router, it says that
 * these may be: the screen has the choice.
 */
export const openReason = (
  open: OpenReason,
  { modes }: Pick<Quote, 'modes'>,
  chainId: number,
): string => {
  const isOffered =
    open === 'order' && modes.includes('atomic') && universalRouterOn(chainId) !== undefined
  return t(isOffered ? 'lock_openAsOne' : reasons[open])
}
