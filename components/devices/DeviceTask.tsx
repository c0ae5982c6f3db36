import styles from './Device.module.css'
import { DeviceTexts } from './DeviceTexts'
import type { DeviceAccount, DeviceRequest } from './ledger/signOnDevice'
import type { Decided } from './signAsked'
import { loadedLater } from '../hooks/loadedLater'

/** Parts that only an account in a device of one kind needs. */
const LedgerTask = loadedLater(async () => (await import('./LedgerTask')).LedgerTask)
const QrTask = loadedLater(async () => (await import('./qr/QrTask')).QrTask)

/** An account in a device; `fingerprint`: of one that reads QR codes. */
type AnyAccount = DeviceAccount & { name: string; fingerprint?: number | undefined }

/**
 * Has a device sign one thing: what is to be done, then what the device shows, in its order. `id` names the thing; `hasMore`: the next one follows
 * in the same place.
 */
export const DeviceTask = ({
  id,
  account,
  asked,
  decided,
  hasMore = false,
}: {
  id: string
  account: AnyAccount
  asked: DeviceRequest
  decided: Decided
  hasMore?: boolean
}) => {
  const { address, fingerprint } = account
  const texts = (
    <section className={styles.texts}>
      <DeviceTexts asked={asked} account={address} isQr={fingerprint !== undefined} />
    </section>
  )
  if (fingerprint === undefined)
    return (
      <>
        <LedgerTask id={id} account={account} asked={asked} decided={decided} hasMore={hasMore} />
        {texts}
      </>
    )
  // The code comes first: a camera has to see all of it at once.
  return (
    <>
      <QrTask key={id} account={{ ...account, fingerprint }} asked={asked} decided={decided} />
      {texts}
    </>
  )
}
