import type { Doubt } from '@/lib/approvals/danger'
import { isOfEverything } from '@/lib/decode/signatures/doubts'
import type { SignatureReading } from '@/lib/decode/signatures/signatureReading'
import { t, type Key } from '../text/messages'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'

type Said = { tone: 'bad' | 'warn'; title: Key; text?: Key }

const sentenceOf = (doubt: Doubt, reading: SignatureReading): Said | undefined => {
  switch (doubt) {
    case 'unread signature':
      return { tone: 'bad', title: 'sign_unread', text: 'sign_unreadWorst' }
    case 'gives for nothing':
      return { tone: 'bad', title: 'sign_forNothing', text: 'sign_forNothingText' }
    case 'unlisted return':
      return { tone: 'warn', title: 'sign_unlistedReturn', text: 'sign_unlistedReturnText' }
    case 'unread call':
      return { tone: 'bad', title: 'sign_unreadCall', text: 'sign_unreadCallText' }
    case 'unlimited allowance':
    case 'unlimited permit': {
      // Where the facts on a token alone give the doubt, it is for the amount.
      const isAll =
        reading.kind === 'read' &&
        (isOfEverything(reading) || !reading.doubts.includes('unlimited permit'))
      return { tone: 'warn', title: isAll ? 'permit_unlimited' : 'permit_far' }
    }
    case 'unnamed permit':
      return { tone: 'warn', title: 'step_unnamedPermit' }
    case 'unnamed payment':
      return { tone: 'warn', title: 'step_unnamedPayment' }
    case 'poor return':
      return { tone: 'bad', title: 'step_poorReturn' }
    case 'given right':
      return { tone: 'warn', title: 'sign_givesRight' }
    case 'no network':
      return { tone: 'warn', title: 'sign_noNetwork', text: 'sign_noNetworkText' }
    default:
      return undefined
  }
}

/** The reasons to doubt a signature, above all else on its screen. */
export const SignatureNotices = ({
  reading,
  doubts,
  isBlocked,
}: {
  reading: SignatureReading
  doubts: readonly Doubt[]
  isBlocked: boolean
}) => {
  const said = [...new Set(doubts)].flatMap((doubt) => sentenceOf(doubt, reading) ?? [])
  if (said.length === 0 && !isBlocked) return null
  return (
    <div className={layout.stack}>
      {isBlocked && (
        <Notice tone="bad" isAlert>
          {t('sign_ownAccount')}
        </Notice>
      )}
      {said.map(({ tone, title, text }) => (
        <Notice key={title} tone={tone} isAlert>
          {text ? (
            <>
              <strong>{t(title)}</strong> {t(text)}
            </>
          ) : (
            t(title)
          )}
        </Notice>
      ))}
    </div>
  )
}
