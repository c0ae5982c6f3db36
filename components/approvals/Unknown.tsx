import { Notice } from '../ui/Notice'
import { Request, type RequestProps } from './Request'
import { useDecision } from './useDecision'
import layout from '../ui/layout.module.css'
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
    <div className={`${layout.stack} ${layout.wide} ${layout.top} ${layout.padded}`}>
      <Notice tone="warn">{t('unknown_reject')}</Notice>
    </div>
  </Request>
)
