import type { Address } from 'viem'
import { t } from '../text/messages'
import { dayText } from '../text/time'
import layout from '../ui/layout.module.css'
import { shippedName, useContractNames } from './useContractNames'

/** Name that ships with the wallet for a contract, and of which day the list is that says so. */
export const ListedName = ({ address, chainId }: { address: Address; chainId: number }) => {
  const names = useContractNames()
  const name = shippedName(names, address, chainId)
  if (!name || !names || names === 'failed') return null
  return (
    <span className={`${layout.block} ${layout.muted}`}>
      {t('contract_listed', name, dayText(names.contractListDate))}
    </span>
  )
}
