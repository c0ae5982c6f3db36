import type { ReactNode } from 'react'
import type { Misfit, SignIn } from '@/lib/decode/siwe'
import styles from '../approvals/Doubts.module.css'
import { networkName } from '../text/network'
import { timeText } from '../text/time'
import { visible } from '../text/visible'
import { Facts } from '../ui/Facts'
import { Hex } from '../ui/Hex'
import { Host } from '../ui/Host'
import { LongText } from '../ui/LongText'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'

/** What of a sign-in does not fit, before all else; a sign-in for another site is how phishing works. */
export const SignInDoubts = ({
  signIn,
  found,
  origin,
}: {
  signIn: SignIn
  found: readonly Misfit[]
  origin: string
}) =>
  found.length > 0 && (
    <div className={styles.doubts}>
      <Notice tone="bad" isAlert>
        <strong>This sign-in does not fit. Reject it unless you know why.</strong>
        <ul>
          {found.map((misfit) => (
            <li key={misfit}>{sentence(misfit, signIn, origin)}</li>
          ))}
        </ul>
      </Notice>
    </div>
  )

const written = (text: string) => <bdi>{visible(text.slice(0, 100))}</bdi>

const sentence = (misfit: Misfit, signIn: SignIn, origin: string): ReactNode => {
  switch (misfit) {
    case 'domain':
      return (
        <>
          It signs in to {written(signIn.domain)}, and <Host origin={origin} /> asks for it.
        </>
      )
    case 'scheme':
      return <>It is for {written(`${signIn.scheme ?? 'https'}://`)}, which this site is not.</>
    case 'uri':
      return <>It is for a page of another site: {written(signIn.uri)}.</>
    case 'account':
      return (
        <>
          It is for another account: <Hex value={signIn.address} />.
        </>
      )
    case 'chain':
      return <>It is for {networkOf(signIn)}, and this site is on another network.</>
    case 'version':
      return <>It is of version {written(signIn.version)}, which does not exist.</>
    case 'early':
      return <>It is not valid yet.</>
    case 'late':
      return <>It is no longer valid.</>
  }
}

const networkOf = ({ chainId }: SignIn) =>
  Number.isSafeInteger(Number(chainId)) ? networkName(Number(chainId)) : written(`chain ${chainId}`)

/** The fields of a sign-in (EIP-4361). */
export const SignInFacts = ({ signIn }: { signIn: SignIn }) => {
  const { domain, statement, uri, issuedAt, notBefore, expirationTime, requestId } = signIn
  const resources = signIn.resources?.trim()
  return (
    <Section title="Sign-in">
      {statement && <LongText text={statement} most={500} />}
      <Facts
        rows={[
          ['Site', <LongText key="site" text={domain} most={300} isCode />],
          ['Page', <LongText key="page" text={uri} most={300} isCode />],
          ['Network', networkOf(signIn)],
          ['Issued', timeText(Date.parse(issuedAt))],
          ...(notBefore ? [['Valid from', timeText(Date.parse(notBefore))] as const] : []),
          ['Valid until', expirationTime ? timeText(Date.parse(expirationTime)) : 'No end'],
          ...(requestId
            ? [['Request', <LongText key="request" text={requestId} most={300} />] as const]
            : []),
          ...(resources
            ? [['Resources', <LongText key="resources" text={resources} most={300} />] as const]
            : []),
        ]}
      />
    </Section>
  )
}
