import type { Change } from '@/lib/db/outcome'
import { count } from '../text/amount'
import type { Place } from './place'
import { TokenNumber } from './TokenAmount'

/** How much of an asset: an amount, a single token by its ID, or so many of them. */
export const AssetAmount = ({
  change: { asset, amount },
  place,
}: {
  change: Change
  place: Place
}) => {
  const size = BigInt(amount)
  if (asset.standard === 'native') return <TokenNumber asset="native" amount={size} place={place} />
  const { address } = asset
  if (asset.standard === 'ERC20') return <TokenNumber asset={address} amount={size} place={place} />
  return (
    <>
      {size > 1n && `${count(size)} × `}
      <TokenNumber asset={address} unit="id" amount={BigInt(asset.tokenId)} place={place} />
    </>
  )
}
