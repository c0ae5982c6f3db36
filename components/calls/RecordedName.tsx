import type { Address } from 'viem'
import { t } from '../text/messages'
import { networkName } from '../text/network'
import layout from '../ui/layout.module.css'
import { useRecordedName } from './useRecordedName'

/** Below a whole address the name that it has by its own record, never in the address's place. */
export const RecordedName = ({ address, chainId }: { address: Address; chainId: number }) => {
  const name = useRecordedName(address, chainId)
  if (name === undefined) return null
  return (
    <bdi className={`${layout.block} ${layout.muted} ${layout.small}`}>
      {t('party_recorded', name, networkName(chainId))}
    </bdi>
  )
}
