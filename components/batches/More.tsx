import type { Transaction } from '@/lib/batch/state'
import { findNetwork } from '@/lib/network/networks'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { CopyButton } from '../ui/CopyButton'
import { Disclosure } from '../ui/Disclosure'
import { Host } from '../ui/Host'
import { Raw } from '../ui/Raw'
import styles from './More.module.css'

/** Offers the details of a transaction: the network's explorer, asked only on a click, and the signed bytes. */
export const More = ({ transaction, chainId }: { transaction: Transaction; chainId: number }) => {
  const { explorer, isCustom } = findNetwork(chainId) ?? {}
  const url = explorer && `${explorer.replace(/\/$/, '')}/tx/${transaction.hash}`
  return (
    <div className={styles.more}>
      {url && !isCustom && (
        <a href={url} target="_blank" rel="noreferrer">
          {t('batch_explorer', new URL(url).host)}
        </a>
      )}
      {url && isCustom && (
        // A site may have named it with the network: no click of the wallet leads there.
        <p>
          <Text id="batch_explorerAdded" values={[<Host origin={new URL(url).origin} />]} />{' '}
          <CopyButton text={url} what={t('batch_explorerUrl')} />
        </p>
      )}
      <Disclosure title={t('batch_raw')}>
        <Raw text={transaction.raw} label={t('batch_raw')} />
      </Disclosure>
    </div>
  )
}
