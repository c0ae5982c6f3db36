import { lazy, Suspense } from 'react'
import { t } from '../text/messages'
import { DeviceState } from './DeviceState'
import type { DeviceRequest, DeviceAccount } from './ledger/signOnDevice'
import { DeviceTexts } from './DeviceTexts'
import { signAsked, type Decided } from './signAsked'
import { useDevice } from './useDevice'

/** Part that only an account in a device that reads QR codes needs. */
const QrTask = lazy(async () => ({ default: (await import('./qr/QrTask')).QrTask }))

/** An account in a device; `fingerprint`: of one that reads QR codes. */
type AnyAccount = DeviceAccount & { name: string; fingerprint?: number | undefined }

type Task = { id: string; account: AnyAccount; asked: DeviceRequest; decided: Decided }

/** Has a device sign one thing: what it shows, in its order, and how far it is. `id` names the thing. */
export const DeviceTask = (task: Task) => {
  const { id, account, asked, decided } = task
  const { fingerprint } = account
  return (
    <>
      <DeviceTexts asked={asked} />
      {fingerprint === undefined ? (
        <LedgerTask {...task} />
      ) : (
        <Suspense fallback={null}>
          <QrTask key={id} account={{ ...account, fingerprint }} asked={asked} decided={decided} />
        </Suspense>
      )}
    </>
  )
}

const LedgerTask = ({ id, account, asked, decided }: Task) => {
  const device = useDevice(id, (exchange) => signAsked(exchange, account, asked, decided))
  return <DeviceState device={device} asking={t('device_asking')} name={account.name} />
}
