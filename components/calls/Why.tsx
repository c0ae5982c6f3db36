import { readRevert, type RevertReading } from '@/lib/decode/revert'
import { isTooLittle } from '@/lib/decode/tooLittle'
import type { Reason } from '@/lib/db/outcome'
import { plural, t, type Key } from '../text/messages'
import { Text } from '../text/Text'
import { visible } from '../text/visible'

const plain = {
  'all gas': 'why_allGas',
  balance: 'why_balance',
  'left out': 'why_leftOut',
  'gas cap': 'why_gasCap',
  earlier: 'why_earlier',
  'not simulated': 'why_notSimulated',
  'only alone': 'why_onlyAlone',
  'no answer': 'why_noAnswer',
} as const satisfies Record<string, Key>

/** Says why a call fails, or why that is not known; begins in lower case, as it follows a colon. */
export const Why = ({ reason }: { reason: Reason }) => {
  switch (reason.why) {
    case 'reverted':
      return <Revert reading={readRevert(reason.data, reason.size)} />
    case 'node':
      return <Text id="why_node" values={[quoted(reason.text)]} />
    case 'alone':
      return <Text id="why_alone" values={[<Why reason={reason.reason} />]} />
    default:
      return t(plain[reason.why])
  }
}

const Revert = ({ reading }: { reading: RevertReading }) => {
  switch (reading.kind) {
    case 'silent':
      return t('why_silent')
    case 'text':
      return (
        <Text
          id={isTooLittle(reading) ? 'why_price' : 'why_text'}
          values={[quoted(reading.text)]}
        />
      )
    case 'error':
      return (
        <Text
          id={isTooLittle(reading) ? 'why_price' : 'why_error'}
          values={[quoted(reading.name)]}
        />
      )
    case 'call':
      return <Text id="why_call" values={[reading.number, <Revert reading={reading.reading} />]} />
    case 'unread':
      return t('why_unread', reading.selector, plural('bytes', reading.size))
  }
}

/** A stranger's words between quotation marks: they cannot close them, nor turn the sentence round. */
export const quoted = (text: string) => <bdi>{visible(text).replace(/[“”„‟«»]/g, '"')}</bdi>
