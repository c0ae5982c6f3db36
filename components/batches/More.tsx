import type { Transaction } from '@/lib/batch/state'
import { findNetwork } from '@/lib/network/networks'
import { t } from '../text/messages'
import { sentenceGap } from '../text/sentences'
import { Text } from '../text/Text'
import { CopyButton } from '../ui/CopyButton'
import { Disclosure } from '../ui/Disclosure'
import { Host } from '../ui/Host'
import { Raw } from '../ui/Raw'
import layout from '../ui/layout.module.css'

/** Offers the details of a transaction: the network's explorer, asked only on a click, and the signed bytes. */
export const More = ({ transaction, chainId }: { transaction: Transaction; chainId: number }) => {
  const { explorer, isCustom } = findNetwork(chainId) ?? {}
  const { operation, receipt } = transaction
  // No block knows an operation by its own hash, but by that of the transaction that held it.
  const hash = operation ? receipt?.transactionHash : transaction.hash
  const url = explorer && hash && `${explorer.replace(/\/$/, '')}/tx/${hash}`
  return (
    <div className={`${layout.stack} ${layout.tight} ${layout.start}`}>
      {url && !isCustom && (
        <a href={url} target="_blank" rel="noreferrer">
          {t('batch_explorer', new URL(url).host)}
        </a>
      )}
      {url && isCustom && (
        // A site may have named it with the network: no click of the wallet leads there.
        <p>
          <Text id="batch_explorerAdded" values={[<Host origin={new URL(url).origin} />]} />
          {sentenceGap()}
          <CopyButton text={url} what={t('batch_explorerUrl')} />
        </p>
      )}
      <div className={layout.stretch}>
        <Disclosure title={t('batch_raw')}>
          <Raw
            text={operation ? JSON.stringify(operation.signed) : transaction.raw}
            label={t('batch_raw')}
          />
        </Disclosure>
      </div>
    </div>
  )
}
