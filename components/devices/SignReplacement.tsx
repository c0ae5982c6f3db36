import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import { journal, type DeviceSigning } from '@/lib/db'
import { useAccounts } from '../hooks/queries'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Section } from '../ui/Section'
import styles from './Device.module.css'
import { SignRow } from './SignRow'

/** Returns the content that rows ask for. */
const contentOf = (rows: readonly DeviceSigning[]): string =>
  rows.map(({ unsigned, authorize }) => `${unsigned} ${authorize}`).join()

/** Has a device sign what takes the place of a batch's transactions, one after another. */
export const SignReplacement = ({
  batchKey,
  onSigned,
  onLater,
}: {
  batchKey: string
  /** All that was asked for is signed: the same is to be done again, which sends it. */
  onSigned: () => void
  /** Leaves it: for later, or to another replacement that was asked for meanwhile. */
  onLater: () => void
}) => {
  const accounts = useAccounts()
  const begun = useRef<string>(undefined)
  const found = useLiveQuery(async () => {
    const all = await journal.signings.where({ key: batchKey }).toArray()
    const rows = all.filter(({ kind }) => kind === 'replacement')
    const content = contentOf(rows)
    begun.current ??= content
    // Two that took each other's signature for their own would ask again and again, each for its own bytes.
    return rows.length > 0 && content === begun.current ? rows : 'over'
  }, [batchKey])
  const rows = found === 'over' ? undefined : found
  const row = rows?.find(({ signature }) => !signature)
  const account = row && accounts?.find(({ address }) => address === row.from)
  const isSigned = rows !== undefined && !row
  const isOver = found === 'over'
  const signed = useEffectEvent(onSigned)
  const left = useEffectEvent(onLater)
  useEffect(() => {
    if (isSigned) signed()
  }, [isSigned])
  useEffect(() => {
    if (isOver) left()
  }, [isOver])
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
