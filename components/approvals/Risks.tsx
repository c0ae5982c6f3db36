import type { Risk } from '@/lib/approvals/danger'
import { t, type Key } from '../text/messages'
import { Notice } from '../ui/Notice'

const sentences: Record<Risk, Key> = {
  fails: 'step_fails',
  'worse outcome': 'step_worse',
  outdated: 'step_old',
  unchecked: 'step_unchecked',
  'fee above amount': 'step_feeAmount',
  'fee above share': 'step_feeShare',
  'fee above usual': 'step_feeUsual',
  'unfit sign-in': 'step_unfit',
  'malformed sign-in': 'step_malformed',
  'false network': 'step_falseNetwork',
  'unchecked name': 'step_uncheckedName',
  'imitated site': 'step_imitated',
  'phishing site': 'step_phishing',
  'false token': 'step_falseToken',
  'unlimited permit': 'step_permit',
  'unnamed permit': 'step_unnamedPermit',
  'unnamed payment': 'step_unnamedPayment',
  'poor return': 'step_poorReturn',
  'unnamed allowance': 'step_unnamed',
  'given right': 'step_right',
  'unread call': 'step_unreadCall',
  'unread signature': 'step_unreadSignature',
  'unlisted return': 'step_unlistedReturn',
  'look-alike receiver': 'step_lookAlike',
  'gives for nothing': 'step_nothing',
  'foreign sign-in': 'step_foreign',
}

/** Names the risks that the user accepts by the next click. `word` is the one to be typed. */
export const Risks = ({
  risks,
  word,
  isAlert,
}: {
  risks: readonly Risk[]
  word: string
  isAlert: boolean
}) => (
  <Notice tone="bad" isAlert={isAlert}>
    {risks.map((risk) => (
      <p key={risk}>{t(sentences[risk], word)}</p>
    ))}
  </Notice>
)

const labels: Record<Risk, Key> = {
  fails: 'approve_fails',
  'worse outcome': 'approve_worse',
  outdated: 'approve_unchecked',
  unchecked: 'approve_unchecked',
  'fee above amount': 'approve_fee',
  'fee above share': 'approve_fee',
  'fee above usual': 'approve_fee',
  'unfit sign-in': 'approve_unfit',
  'malformed sign-in': 'approve_malformed',
  'false network': 'approve_falseNetwork',
  'unchecked name': 'approve_unchecked',
  'imitated site': 'approve_imitated',
  'phishing site': 'approve_phishing',
  'false token': 'approve_falseToken',
  'unlimited permit': 'approve_permit',
  'unnamed permit': 'approve_unnamed',
  'unnamed payment': 'approve_unnamed',
  'poor return': 'approve_poorReturn',
  'unnamed allowance': 'approve_permit',
  'given right': 'approve_right',
  'unread call': 'approve_unread',
  'unread signature': 'approve_unread',
  'unlisted return': 'approve_unlistedReturn',
  'look-alike receiver': 'approve_lookAlike',
  'gives for nothing': 'approve_nothing',
  'foreign sign-in': 'approve_anyway',
}

/** The label of the button whose click accepts this risk. */
export const labelOf = (risk: Risk): string => t(labels[risk])
