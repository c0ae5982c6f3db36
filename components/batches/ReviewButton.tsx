import { wallet } from '../store'
import { Button } from '../ui/Button'
import { t } from '../text/messages'

/** Brings the window to the front in which a batch is asked for once more. */
export const ReviewButton = () => (
  <Button kind="primary" onClick={() => void wallet('showApprovals', null)}>
    {t('review')}
  </Button>
)
