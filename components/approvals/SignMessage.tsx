import { hexToBytes, size, type Hex } from 'viem'
import { misfits, readSignIn } from '@/lib/decode/siwe'
import { messageHash, type MessageRequest } from '@/lib/sign/request'
import { SignInDoubts, SignInFacts } from '../signing/SignIn'
import { SignatureTerms } from '../signing/SignatureTerms'
import { count } from '../text/amount'
import { networkName } from '../text/network'
import { Account } from '../ui/Account'
import { Disclosure } from '../ui/Disclosure'
import { Facts } from '../ui/Facts'
import { Hex as HexText } from '../ui/Hex'
import { LongText } from '../ui/LongText'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import styles from './Doubts.module.css'
import { Request, type RequestProps } from './Request'
import { useDecision } from './useDecision'
import { useSignature } from './useSignature'

/** The text that bytes are, undefined if they are none. */
const textOf = (message: Hex): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(message))
  } catch {
    return undefined
  }
}

/** `personal_sign`: the message, and for a sign-in whether it is for the site that asks. */
export const SignMessage = (props: RequestProps) => {
  const { row } = props
  const { from, message, chainId } = row.params as MessageRequest
  const hash = messageHash({ message })
  const { approval, problem } = useSignature(row.id, hash)
  const decide = useDecision(row.id)
  const text = textOf(message)
  const signIn = text === undefined ? undefined : readSignIn(text)
  const isSignIn = signIn !== undefined && signIn !== 'malformed'
  const place = { origin: row.origin, chainId, account: from, now: row.createdAt }
  const found = isSignIn ? misfits(signIn, place) : []

  return (
    <Request
      {...props}
      asks={isSignIn ? 'asks you to sign in' : 'asks you to sign a message'}
      about={<Account address={from} />}
      decide={decide}
      approval={approval}
      isAdvisedAgainst={found.length > 0 || signIn === 'malformed'}
      terms={
        <SignatureTerms problem={problem}>Signing sends nothing and costs nothing.</SignatureTerms>
      }
    >
      {signIn === 'malformed' && (
        <div className={styles.doubts}>
          <Notice tone="bad" isAlert>
            <strong>This looks like a sign-in and is none.</strong> It has not the form that shows
            which site it is for. Reject it unless you know why.
          </Notice>
        </div>
      )}
      {isSignIn && <SignInDoubts signIn={signIn} found={found} origin={row.origin} />}
      {text === undefined && (
        <div className={styles.doubts}>
          <Notice tone="warn" isAlert>
            <strong>This is not text.</strong> Volley cannot tell what these {count(size(message))}{' '}
            bytes mean. Approve only if you trust the site with them.
          </Notice>
        </div>
      )}
      {isSignIn && <SignInFacts signIn={signIn} />}
      <Section title={isSignIn ? 'The whole message' : 'Message'}>
        {text === '' ? (
          <p>It is empty.</p>
        ) : (
          <LongText text={text ?? message} most={4000} isCode={text === undefined} />
        )}
      </Section>
      <Disclosure title="What is signed, exactly">
        <Facts
          rows={[
            ['Network', networkName(chainId)],
            ['Length', `${count(size(message))} bytes`],
            ['Hash', <HexText key="hash" value={hash} />],
          ]}
        />
      </Disclosure>
    </Request>
  )
}
