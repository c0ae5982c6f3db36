import { Notice } from '../ui/Notice'
import { Request, type RequestProps } from './Request'
import { useDecision } from './useDecision'
import styles from './NotPossible.module.css'

/** A row that another version of the wallet wrote: it can only be rejected. */
export const Unknown = (props: RequestProps) => (
  <Request
    {...props}
    asks="asks for something this version cannot show"
    decide={useDecision(props.row.id)}
    approval={null}
  >
    <div className={styles.body}>
      <Notice tone="warn">This request can only be rejected.</Notice>
    </div>
  </Request>
)
