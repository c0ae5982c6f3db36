import { lazy, Suspense } from 'react'
import styles from './Device.module.css'
import { DeviceTexts } from './DeviceTexts'
import type { DeviceAccount, DeviceRequest } from './ledger/signOnDevice'
import type { Decided } from './signAsked'

/** Parts that only an account in a device of one kind needs. */
const LedgerTask = lazy(async () => ({ default: (await import('./LedgerTask')).LedgerTask }))
const QrTask = lazy(async () => ({ default: (await import('./qr/QrTask')).QrTask }))

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
        <Suspense fallback={null}>
          <LedgerTask id={id} account={account} asked={asked} decided={decided} hasMore={hasMore} />
        </Suspense>
        {texts}
      </>
    )
  // The code comes first: a camera has to see all of it at once.
  return (
    <>
      <Suspense fallback={null}>
        <QrTask key={id} account={{ ...account, fingerprint }} asked={asked} decided={decided} />
      </Suspense>
      {texts}
    </>
  )
}
