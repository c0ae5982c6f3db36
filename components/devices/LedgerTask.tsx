import { t } from '../text/messages'
import { DeviceState } from './DeviceState'
import type { DeviceAccount, DeviceRequest } from './ledger/signOnDevice'
import { signAsked, type Decided } from './signAsked'
import { useDevice } from './useDevice'

/** Has a Ledger sign one thing, and says how far it is. `id` names the thing. */
export const LedgerTask = ({
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
  return <DeviceState device={device} asking={t('device_asking')} name={account.name} />
}
