import { requestOf } from '@/lib/batch/batchRequest'
import type { Approval } from '@/lib/db'
import { plural, t } from '../text/messages'
import { networkName } from '../text/network'
import { SiteTile } from '../ui/SiteTile'
import { RequestOrigin } from './RequestOrigin'
import styles from './Request.module.css'

/** Says what a request asks for by its method alone: what it holds is read once the wallet is unlocked. */
const asksOf = (row: Approval): string => {
  switch (row.method) {
    case 'eth_requestAccounts':
    case 'wallet_requestPermissions':
      return t('connect_asks')
    case 'wallet_switchEthereumChain': {
      const [{ chainId }] = row.params as [{ chainId: string }]
      return t('switch_asks', networkName(Number(chainId)))
    }
    case 'wallet_addEthereumChain':
      return t('addNetworkAsks')
    case 'wallet_watchAsset':
      return t('watchAssetAsks')
    case 'personal_sign':
      return t('sign_asksMessage')
    case 'eth_signTypedData_v3':
    case 'eth_signTypedData_v4':
      return t('sign_asksData')
    case 'wallet_sendCalls':
    case 'eth_sendTransaction': {
      const { calls, chainId, revokes } = requestOf(row)
      return revokes
        ? t(row.again ? 'revoke_asksAgain' : 'revoke_asks', networkName(chainId))
        : plural(row.again ? 'send_asksAgain' : 'send_asks', calls.length, networkName(chainId))
    }
    default:
      return t('unknown_asks')
  }
}

/** The site that waits behind the password, and what kind of thing it asks for. */
export const WaitingRequest = ({ row }: { row: Approval }) => (
  <div className={styles.question}>
    <SiteTile origin={row.origin} />
    <p className={styles.title}>
      <strong>
        <RequestOrigin row={row} />
      </strong>{' '}
      <span className={styles.asks}>{asksOf(row)}</span>
    </p>
  </div>
)
