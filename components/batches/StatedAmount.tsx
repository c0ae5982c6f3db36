import type { Asset, Change } from '@/lib/db/outcome'
import { AssetAmount } from '../calls/AssetAmount'
import type { Place } from '../calls/place'
import { isNamed, TokenName } from '../calls/TokenAmount'
import { Text } from '../text/Text'

/** Tells if the amount itself names the token. */
const isSaid = ({ standard, address }: Exclude<Asset, { standard: 'native' }>, place: Place) =>
  standard === 'ERC20' && isNamed({ asset: address, place })

/** An amount that leaves or arrives, with its sign and its token. */
export const StatedAmount = ({ change, place }: { change: Change; place: Place }) => {
  const { asset, direction } = change
  return (
    <span>
      <bdi dir="ltr">
        {direction === 'out' ? '−' : '+'}
        <AssetAmount change={change} place={place} />
      </bdi>
      {asset.standard !== 'native' && !isSaid(asset, place) && (
        <>
          {' '}
          <Text id="flow_of" values={[<TokenName asset={asset.address} place={place} />]} />
        </>
      )}
    </span>
  )
}
