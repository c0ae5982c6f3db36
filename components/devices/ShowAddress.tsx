import { useState } from 'react'
import type { Address } from 'viem'
import { sameAddress } from '@/lib/values/address'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { DeviceState } from './DeviceState'
import { confirmAddress } from './ledger/address'
import { deviceError } from './ledger/fault'
import { useDevice } from './useDevice'

type Shown = { account: { address: Address; path: string; name: string }; chainId: number }

/** Has a device show the address of an account, for the user to compare. */
export const ShowAddress = (props: Shown) => {
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <Asking {...props} />
  return (
    <Button isSmall onClick={() => setAsked(true)}>
      {t('device_show')}
    </Button>
  )
}

const Asking = ({ account: { address, path, name }, chainId }: Shown) => {
  const device = useDevice(address, async (exchange) => {
    if (!sameAddress(await confirmAddress(exchange, path, chainId), address))
      throw deviceError('wrong seed')
  })
  if (device.phase.is === 'done') return <p role="status">{t('device_shown')}</p>
  return <DeviceState device={device} asking={t('device_compare')} isByUser name={name} />
}
