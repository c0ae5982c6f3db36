import { size } from 'viem'
import { signInMismatches, readSignIn } from '@/lib/decode/siwe'
import { messageHash, type MessageRequest } from '@/lib/sign/signRequest'
import { messageText } from '../signing/messageText'
import { MessageDigest } from '../signing/Digests'
import { SignInFacts, SignInWarnings } from '../signing/SignIn'
import { SignatureTerms } from '../signing/SignatureTerms'
import { count } from '../text/amount'
import { networkName } from '../text/network'
import { Disclosure } from '../ui/Disclosure'
import { Facts } from '../ui/Facts'
import { Hex as HexText } from '../ui/Hex'
import { LongText } from '../ui/LongText'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import layout from '../ui/layout.module.css'
import { doubtsOfMessage } from './doubts'
import { AccountChip } from './AccountChip'
import { Request, type RequestProps } from './Request'
import { useSignature } from './useSignature'
import { useSignatureDecision } from './useSignatureDecision'
import { plural, t } from '../text/messages'
import { loadedLater } from '../hooks/loadedLater'

/** Part of the screen that only an account in a device needs. */
const SignMessageOnDevice = loadedLater(
  async () => (await import('../devices/SignMessageOnDevice')).SignMessageOnDevice,
)

/** `personal_sign`: the message, and for a sign-in whether it is for the site that asks. */
export const SignMessage = (props: RequestProps) => {
  const { row } = props
  const { from, message, chainId } = row.params as MessageRequest
  const hash = messageHash({ message })
  const { approval, problem } = useSignature(row.id, hash)
  const { decide, device } = useSignatureDecision(row.id, from)
  const text = messageText(message)
  const signIn = text === undefined ? undefined : readSignIn(text)
  const isSignIn = signIn !== undefined && signIn !== 'malformed'
  const place = { origin: row.origin, chainId, account: from, now: row.createdAt }
  const found = isSignIn ? signInMismatches(signIn, place) : []
  const doubts = doubtsOfMessage(text, signIn, found)

  if (device) return <SignMessageOnDevice id={row.id} content={{ message }} device={device} />
  return (
    <Request
      {...props}
      asks={isSignIn ? t('sign_asksIn') : t('sign_asksMessage')}
      about={<AccountChip address={from} />}
      decide={decide}
      approval={approval}
      doubts={doubts}
      verb={t(isSignIn ? 'verb_signIn' : 'verb_sign')}
      word={isSignIn ? signIn.domain.slice(0, 100) : undefined}
      terms={
        <SignatureTerms problem={problem}>
          {text === undefined && t('sign_unreadTerms')}
          {/* No calm words about what nobody can answer for. */}
          {doubts.length === 0 && t('sign_free')}
        </SignatureTerms>
      }
    >
      <div className={`${layout.stack} ${layout.ifAny}`}>
        {signIn === 'malformed' && (
          <Notice tone="bad" isAlert>
            <strong>{t('sign_malformed')}</strong> {t('sign_malformedText')}
          </Notice>
        )}
        {isSignIn && <SignInWarnings signIn={signIn} found={found} origin={row.origin} />}
        {text === undefined && (
          <Notice tone="warn" isAlert>
            <strong>{t('sign_notText')}</strong> {t('sign_notTextBytes', count(size(message)))}
          </Notice>
        )}
      </div>
      {isSignIn && <SignInFacts signIn={signIn} />}
      <Section title={isSignIn ? t('sign_wholeMessage') : t('sign_message')}>
        {text === '' ? (
          <p>{t('sign_empty')}</p>
        ) : (
          // Bytes tell a reader nothing, and all of them would fill the screen with hex.
          <LongText
            text={text ?? message}
            most={text === undefined ? 22 : 4000}
            isCode={text === undefined}
          />
        )}
      </Section>
      <Disclosure title={t('sign_exactly')}>
        <Facts
          rows={[
            [t('network'), networkName(chainId)],
            [t('length'), plural('bytes', size(message))],
            [t('hash'), <HexText key="hash" value={hash} />],
          ]}
        />
      </Disclosure>
      <MessageDigest hash={hash} />
    </Request>
  )
}
