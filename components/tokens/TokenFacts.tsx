import type { ReactNode } from 'react'
import type { Address } from 'viem'
import type { Finding, ProposedAsset } from '@/lib/holdings/proposed'
import { sameAddress } from '@/lib/values/address'
import { units } from '../text/amount'
import { t } from '../text/messages'
import { networkName } from '../text/network'
import { dayText } from '../text/time'
import { Facts } from '../ui/Facts'
import { SingleAddress } from '../ui/SingleAddress'
import { Skeleton } from '../ui/Skeleton'
import { useListed } from './useListed'

/** The facts that the chain gives on a valid token. */
export type Told = Extract<Finding, { found: 'ok' }>

/** The names of the token standards. */
export const standardNames = { ERC20: 'ERC-20', ERC721: 'ERC-721', ERC1155: 'ERC-1155' } as const

/** A proposed token: what the chain tells, and where it stands. `isAsked`: the chain has not answered yet. */
export const TokenFacts = ({
  asset,
  told,
  isAsked = false,
}: {
  asset: ProposedAsset
  told: Told | undefined
  isAsked?: boolean
}) => {
  const { type, options, chainId } = asset
  return (
    <Facts
      rows={[
        ...(told || isAsked ? tellings(asset, told) : []),
        [t('watchAssetStandard'), standardNames[type]],
        ...(options.tokenId === undefined
          ? []
          : [[t('watchAssetItem'), `#${options.tokenId}`] as const]),
        [t('watchAssetNetwork'), networkName(chainId)],
        [t('watchAssetContract'), <SingleAddress value={options.address} />],
        [t('token_list'), <OnList chainId={chainId} address={options.address} />],
      ]}
    />
  )
}

/** Says if the wallet's own list has a token, and of which day that list is. */
const OnList = ({ chainId, address }: { chainId: number; address: Address }) => {
  const listed = useListed()
  if (!listed) return <Skeleton width={10} />
  if (listed === 'failed') return <>{t('token_uncheckedList')}</>
  const isListed = listed.listedOn(chainId).some((one) => sameAddress(one.address, address))
  return <>{t(isListed ? 'token_listed' : 'token_unlisted', dayText(listed.listDate))}</>
}

/** Shows a token's facts from the chain; skeletons until it answers. */
const tellings = ({ type }: ProposedAsset, told: Told | undefined): [string, ReactNode][] => {
  const unknown = told ? t('watchAssetUnknown') : <Skeleton width={10} />
  const { symbol, name, decimals, amount } = told ?? {}
  return [
    [t('watchAssetSymbol'), symbol ? <bdi>{symbol}</bdi> : unknown],
    ...(name ? [[t('watchAssetName'), <bdi>{name}</bdi>] as [string, ReactNode]] : []),
    ...(type === 'ERC20'
      ? [[t('watchAssetDecimals'), decimals ?? unknown] as [string, ReactNode]]
      : []),
    [
      t('watchAssetBalance'),
      amount === undefined ? (
        unknown
      ) : (
        <bdi dir="ltr">
          {units(BigInt(amount), decimals ?? 0)} <bdi>{symbol}</bdi>
        </bdi>
      ),
    ],
  ]
}
