import type { InexactReason, Lock } from '@/lib/db/outcome'
import { t, type Key } from '../text/messages'

const reasons: Record<InexactReason, Key> = {
  network: 'lock_inexactNetwork',
  touched: 'lock_inexactTouched',
  fails: 'lock_inexactFails',
}

/** True for a lock that counts items: nothing compares those. */
export const hasItems = ({ holds }: Pick<Lock, 'holds'>): boolean =>
  holds.some(({ asset }) => asset.standard !== 'native' && asset.standard !== 'ERC20')

/** Says what of a batch is not compared though the user asked for that, and why; undefined where all is as chosen. */
export const formNote = (lock: Pick<Lock, 'holds' | 'isExact' | 'inexact'>): string | undefined => {
  if (lock.inexact) return t(reasons[lock.inexact])
  return lock.isExact && hasItems(lock) ? t('lock_items') : undefined
}
