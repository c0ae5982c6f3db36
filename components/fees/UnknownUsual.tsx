import { t } from '../text/messages'
import layout from '../ui/layout.module.css'

/** Says that a fee could not be compared with those of recent blocks, so that silence never reads as a comparison. */
export const UnknownUsual = () => (
  <p className={`${layout.muted} ${layout.small}`}>{t('fee_usualUnknown')}</p>
)
