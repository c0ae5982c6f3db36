import { t } from '../text/messages'
import { DeviceState } from './DeviceState'
import type { DeviceRequest, DeviceAccount } from './ledger/signOnDevice'
import { DeviceTexts } from './DeviceTexts'
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
  asked: DeviceRequest
  decided: Decided
}) => {
  const device = useDevice(id, (exchange) => signAsked(exchange, account, asked, decided))
  return (
    <>
      <DeviceTexts asked={asked} />
      <DeviceState device={device} asking={t('device_asking')} name={account.name} />
    </>
  )
}
