import type { ReactNode } from 'react'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'

/** Why nothing can be approved, and what may mend it: asking again, and what `children` offer. */
export const NoAnswer = ({
  text,
  again,
  children,
}: {
  text: string
  again: () => void
  children?: ReactNode
}) => (
  <Notice tone="warn" isAlert>
    {text}
    <span className={`${layout.wrap} ${layout.below}`}>
      <Button isSmall onClick={again}>
        {t('networkTryAgain')}
      </Button>
      {children}
    </span>
  </Notice>
)
