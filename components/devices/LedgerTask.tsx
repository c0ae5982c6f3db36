import { t } from '../text/messages'
import { DeviceState } from './DeviceState'
import type { DeviceAccount, DeviceRequest } from './ledger/signOnDevice'
import { signAsked, type Decided } from './signAsked'
import { useDevice } from './useDevice'

/**
 * Has a Ledger sign one thing, and says how far it is. `id` names the thing; `hasMore`: the next one follows in the same
 * place.
 */
export const LedgerTask = ({
  id,
  account,
  asked,
  decided,
  hasMore,
}: {
  id: string
  account: DeviceAccount & { name: string }
  asked: DeviceRequest
  decided: Decided
  hasMore: boolean
}) => {
  const device = useDevice(id, (exchange) => signAsked(exchange, account, asked, decided), hasMore)
  return <DeviceState device={device} asking={t('device_asking')} isByUser name={account.name} />
}
