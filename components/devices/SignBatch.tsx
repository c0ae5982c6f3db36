import { useLiveQuery } from 'dexie-react-hooks'
import { signedCount, transactionCount } from '@/lib/batch/machine'
import type { DeviceSigning } from '@/lib/db'
import { summaryOf } from '../batches/summary'
import { number, t } from '../text/messages'
import { networkName } from '../text/network'
import { Button } from '../ui/Button'
import { Heading } from '../ui/Heading'
import layout from '../ui/layout.module.css'
import styles from './Device.module.css'
import type { DeviceBatch } from './deviceBatches'
import { readAsked } from './readAsked'
import { partOf, SignRow } from './SignRow'

/** Returns which confirmation of how many a row comes to; without one, the next of the batch. */
const countOf = ({ batch, state }: DeviceBatch, row: DeviceSigning | undefined) => {
  const isTwice = row ? row.authorize !== undefined : batch.upgrade || batch.revokes !== undefined
  if (!isTwice) return { at: signedCount(state) + 1, of: transactionCount(batch) }
  return { at: row && partOf(row) === 'transaction' ? 2 : 1, of: 2 }
}

/** Has a device sign what a batch comes to, one confirmation after another. */
export const SignBatch = ({
  signing,
  onLater,
}: {
  signing: DeviceBatch
  /** Leaves it for later: nothing is lost. */
  onLater: () => void
}) => {
  const { batch, account, state } = signing
  const row = useLiveQuery(() => readAsked(batch.key), [batch.key])
  const { at, of } = countOf(signing, row)
  const isBetween = signedCount(state) > 0
  const isQr = account.source === 'qr'
  const preparing = isQr ? 'qr_preparing' : 'device_preparing'

  return (
    <main className={styles.page}>
      <Heading takesFocus className={styles.title}>
        {t(isQr ? 'qr_confirm' : 'device_confirm')}
      </Heading>
      <div className={layout.facing}>
        <p className={layout.muted}>
          {summaryOf(batch)} · {networkName(batch.chainId)}
        </p>
        {of > 1 && (
          <p role="status" className={styles.count}>
            {t('device_count', number(at), number(of))}
          </p>
        )}
      </div>
      {row ? (
        <SignRow row={row} account={account} />
      ) : (
        <p role="status">{t(isBetween ? 'device_between' : preparing)}</p>
      )}
      <div className={styles.out}>
        <p>{t(isQr ? 'qr_laterText' : 'device_laterText')}</p>
        <Button onClick={onLater}>{t('device_later')}</Button>
      </div>
    </main>
  )
}
