import { t } from '../text/messages'
import { timeText } from '../text/time'
import { Button } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import layout from '../ui/layout.module.css'
import { Notice } from '../ui/Notice'

/** Says that the node gave no answer and how old the figures are, with ways on. */
export const Silence = ({
  chainId,
  problem,
  at,
  again,
}: {
  chainId: number
  problem: string
  /** When the figures were read, in ms since 1970; undefined if there are none. */
  at: number | undefined
  again: () => void
}) => (
  <Notice tone="warn">
    <p>{problem}</p>
    {at !== undefined && <p>{t('home_asOf', timeText(at))}</p>}
    <div className={`${layout.wrap} ${layout.below}`}>
      <Button isSmall onClick={again}>
        {t('networkTryAgain')}
      </Button>
      <ButtonLink isSmall kind="quiet" href={`#networks/${chainId}`}>
        {t('home_changeNode')}
      </ButtonLink>
    </div>
  </Notice>
)
