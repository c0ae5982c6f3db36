import { t } from '../text/messages'
import { DeviceState } from './DeviceState'
import type { Asked, DeviceAccount } from './ledger/signOnDevice'
import { Shown } from './Shown'
import { signAsked, type Decided } from './signAsked'
import { useDevice } from './useDevice'

/** Has a device sign one thing: what it shows, in its order, and how far it is. `id` names the thing. */
export const DeviceTask = ({
  id,
  account,
  asked,
  decided,
}: {
  id: string
  account: DeviceAccount & { name: string }
  asked: Asked
  decided: Decided
}) => {
  const device = useDevice(id, (exchange) => signAsked(exchange, account, asked, decided))
  return (
    <>
      <Shown asked={asked} />
      <DeviceState device={device} asking={t('device_asking')} name={account.name} />
    </>
  )
}
