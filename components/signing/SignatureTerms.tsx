import type { ReactNode } from 'react'
import { Notice } from '../ui/Notice'
import { t } from '../text/messages'

/** Says what signing means right above the buttons, and why it cannot be approved yet. */
export const SignatureTerms = ({
  problem,
  children,
}: {
  problem: string | undefined
  children: ReactNode
}) => (
  <>
    {problem && (
      <Notice tone="warn" isAlert>
        {t('sign_keepsAsking', problem)}
      </Notice>
    )}
    {children && <p>{children}</p>}
  </>
)
