import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useEffectEvent } from 'react'
import { journal } from '@/lib/db'
import { useAccounts } from '../hooks/queries'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Section } from '../ui/Section'
import styles from './Device.module.css'
import { SignRow } from './SignRow'

/** Has a device sign what takes the place of a batch's transactions, one after another. */
export const SignReplacement = ({
  batchKey,
  onSigned,
  onLater,
}: {
  batchKey: string
  /** All that was asked for is signed: the same is to be done again, which sends it. */
  onSigned: () => void
  onLater: () => void
}) => {
  const accounts = useAccounts()
  const rows = useLiveQuery(
    async () =>
      (await journal.signings.where({ key: batchKey }).toArray()).filter(
        ({ kind }) => kind === 'replacement',
      ),
    [batchKey],
  )
  const row = rows?.find(({ signature }) => !signature)
  const account = row && accounts?.find(({ address }) => address === row.from)
  const isSigned = rows !== undefined && rows.length > 0 && !row
  const signed = useEffectEvent(onSigned)
  useEffect(() => {
    if (isSigned) signed()
  }, [isSigned])
  return (
    <Section title={t(account?.source === 'qr' ? 'qr_confirm' : 'device_confirm')}>
      {row && account && <SignRow row={row} account={account} />}
      <div className={styles.out}>
        <p>{t(account?.source === 'qr' ? 'qr_backText' : 'device_backText')}</p>
        <Button onClick={onLater}>{t('device_later')}</Button>
      </div>
    </Section>
  )
}
