import type { Transaction } from '@/lib/batch/state'
import { findNetwork } from '@/lib/network/networks'
import { t } from '../text/messages'
import { Disclosure } from '../ui/Disclosure'
import { Raw } from '../ui/Raw'
import styles from './More.module.css'

/** Offers the details of a transaction: the network's explorer, asked only on a click, and the signed bytes. */
export const More = ({ transaction, chainId }: { transaction: Transaction; chainId: number }) => {
  const explorer = findNetwork(chainId)?.explorer
  return (
    <div className={styles.more}>
      {explorer && (
        <a
          href={`${explorer.replace(/\/$/, '')}/tx/${transaction.hash}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('batch_explorer', new URL(explorer).host)}
        </a>
      )}
      <Disclosure title={t('batch_raw')}>
        <Raw text={transaction.raw} label={t('batch_raw')} />
      </Disclosure>
    </div>
  )
}
