import type { Address } from 'viem'
import type { Counterparty } from '@/lib/db/outcome'
import { t } from '../text/messages'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'
import styles from '../ui/digits.module.css'
import { runsOf } from './runs'

/** Addresses that are made to look like one the user knows: said before all else, the digits side by side. */
export const LookAlikes = ({ parties = [] }: { parties: readonly Counterparty[] | undefined }) => {
  const alike = parties.flatMap(({ address, resembles }) =>
    resembles ? [{ address, resembles }] : [],
  )
  if (alike.length === 0) return null
  return (
    <div className={layout.stack}>
      {alike.map(({ address, resembles }) => (
        <Notice key={address} tone="bad" isAlert>
          <strong>{t('lookAlikeTitle')}</strong> {t('lookAlikeMeaning')}
          <dl className={`${layout.stack} ${layout.flush} ${layout.below} ${styles.pair}`}>
            <dt>{t('lookAlikeThis')}</dt>
            <dd>
              <Digits of={address} beside={resembles} />
            </dd>
            <dt>{t('lookAlikeKnown')}</dt>
            <dd>
              <Digits of={resembles} beside={address} />
            </dd>
          </dl>
        </Notice>
      ))}
    </div>
  )
}

/** An address with the digits marked that are not the other's. */
const Digits = ({ of, beside }: { of: Address; beside: Address }) => (
  <span className={styles.compared}>
    {runsOf(of, beside).map(({ text, differs }, at) =>
      differs ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
    )}
  </span>
)
