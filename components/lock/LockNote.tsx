import { Lock, LockOpen } from 'lucide-react'
import type { OpenReason } from '@/lib/db/outcome'
import { assetKey } from '@/lib/simulate/material'
import type { Quote } from '@/lib/simulate/quote'
import { plural, t, type Key } from '../text/messages'
import { nativeAtMost } from '../text/native'
import { Text } from '../text/Text'
import styles from './LockNote.module.css'

const reasons: Record<OpenReason, Key> = {
  order: 'lock_openOrder',
  network: 'lock_openNetwork',
  unseen: 'lock_openUnseen',
  fails: 'lock_openFails',
}

/** Says what happens where less comes out than is shown, or why nothing holds the batch to it. */
export const LockNote = ({ quote, chainId }: { quote: Quote; chainId: number }) => {
  const { lock, open, changes, ceiling, l1Fee } = quote
  if (!lock)
    return (
      open && (
        <p className={styles.note}>
          <LockOpen size={14} aria-hidden className={styles.icon} />
          <span>{t(reasons[open])}</span>
        </p>
      )
    )
  const moved = changes.map((change) => assetKey(change))
  const others = lock.holds.filter(
    (held) => held.asset.standard !== 'native' && !moved.includes(assetKey(held)),
  ).length
  return (
    <p className={styles.note}>
      <Lock size={14} aria-hidden className={styles.icon} />
      <span>
        {others > 0 && `${plural('lock_others', others)} `}
        <Text
          id="lock_else"
          values={[nativeAtMost(BigInt(ceiling) + 2n * BigInt(l1Fee), 3, chainId)]}
        />{' '}
        {t('lock_until')}
      </span>
    </p>
  )
}
