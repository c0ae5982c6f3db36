import { shownNetworks } from '@/lib/network/networks'
import { t } from '../text/messages'
import { networkName, titleOf } from '../text/network'
import { Select } from '../ui/Select'

/** A choice among the networks that are offered; one that is hidden and in use stands first. */
export const NetworkSelect = ({
  chainId,
  onChange,
}: {
  chainId: number
  onChange: (chainId: number) => void
}) => {
  const offered = shownNetworks().map((one) => [one.chainId, titleOf(one)] as const)
  const isOffered = offered.some(([id]) => id === chainId)
  return (
    <Select
      label={t('network')}
      value={chainId}
      options={isOffered ? offered : [[chainId, networkName(chainId)] as const, ...offered]}
      onChange={onChange}
    />
  )
}
