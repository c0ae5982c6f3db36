import type { ReactNode } from 'react'
import type { SignInMismatch, SignIn } from '@/lib/decode/siwe'
import layout from '../ui/layout.module.css'
import { networkName } from '../text/network'
import { timeText } from '../text/time'
import { visible } from '../text/visible'
import { Facts } from '../ui/Facts'
import { SingleAddress } from '../ui/SingleAddress'
import { Host } from '../ui/Host'
import { LongText } from '../ui/LongText'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import { t, type Key } from '../text/messages'
import { Text } from '../text/Text'

/** Warns of parts of a sign-in that do not fit the site; a sign-in for another site is how phishing works. */
export const SignInWarnings = ({
  signIn,
  found,
  origin,
}: {
  signIn: SignIn
  found: readonly SignInMismatch[]
  origin: string
}) =>
  found.length > 0 && (
    <div className={layout.stack}>
      <Notice tone="bad" isAlert>
        <strong>{t('signIn_bad')}</strong>
        <ul>
          {found.map((misfit) => (
            <li key={misfit}>{sentence(misfit, signIn, origin)}</li>
          ))}
        </ul>
      </Notice>
    </div>
  )

const written = (text: string) => <bdi>{visible(text.slice(0, 100))}</bdi>

const of = (id: Key, ...values: ReactNode[]) => <Text id={id} values={values} />

const sentence = (misfit: SignInMismatch, signIn: SignIn, origin: string): ReactNode => {
  switch (misfit) {
    case 'domain':
      return of('signIn_domain', written(signIn.domain), <Host origin={origin} />)
    case 'scheme':
      return of('signIn_scheme', written(`${signIn.scheme ?? 'https'}://`))
    case 'uri':
      return of('signIn_uri', written(signIn.uri))
    case 'account':
      return of('signIn_account', <SingleAddress value={signIn.address} />)
    case 'chain':
      return of('signIn_chain', networkOf(signIn))
    case 'version':
      return of('signIn_version', written(signIn.version))
    case 'early':
      return t('signIn_early')
    case 'late':
      return t('signIn_late')
  }
}

const networkOf = ({ chainId }: SignIn) =>
  Number.isSafeInteger(Number(chainId))
    ? networkName(Number(chainId))
    : written(t('chainNumber', chainId))

/** The fields of a sign-in (EIP-4361). */
export const SignInFacts = ({ signIn }: { signIn: SignIn }) => {
  const { domain, statement, uri, issuedAt, notBefore, expirationTime, requestId } = signIn
  const resources = signIn.resources?.trim()
  return (
    <Section title={t('signIn_title')}>
      {statement && <LongText text={statement} most={500} />}
      <Facts
        rows={[
          [t('signIn_site'), <LongText key="site" text={domain} most={300} isCode />],
          [t('signIn_page'), <LongText key="page" text={uri} most={300} isCode />],
          [t('network'), networkOf(signIn)],
          [t('signIn_issued'), timeText(Date.parse(issuedAt))],
          ...(notBefore ? [[t('signIn_from'), timeText(Date.parse(notBefore))] as const] : []),
          [
            t('signIn_until'),
            expirationTime ? timeText(Date.parse(expirationTime)) : t('signIn_noEnd'),
          ],
          ...(requestId
            ? [
                [
                  t('signIn_request'),
                  <LongText key="request" text={requestId} most={300} />,
                ] as const,
              ]
            : []),
          ...(resources
            ? [
                [
                  t('signIn_resources'),
                  <LongText key="resources" text={resources} most={300} />,
                ] as const,
              ]
            : []),
        ]}
      />
    </Section>
  )
}
