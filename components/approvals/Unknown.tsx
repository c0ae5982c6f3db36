import { Notice } from '../ui/Notice'
import { Request, type RequestProps } from './Request'
import { useDecision } from './useDecision'
import styles from './NotPossible.module.css'
import { t } from '../text/messages'

/** A row that another version of the wallet wrote: it can only be rejected. */
export const Unknown = (props: RequestProps) => (
  <Request
    {...props}
    asks={t('unknown_asks')}
    decide={useDecision(props.row.id)}
    doubts={[]}
    approval={null}
  >
    <div className={styles.body}>
      <Notice tone="warn">{t('unknown_reject')}</Notice>
    </div>
  </Request>
)
