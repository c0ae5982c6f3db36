import type { ReactNode } from 'react'
import { numberToHex, type Address } from 'viem'
import type { Batch } from '@/lib/db'
import type { HeldItem, Reset } from '@/lib/db/outcome'
import { sameAddress } from '@/lib/values/address'
import { AssetAmount } from '../calls/AssetAmount'
import { Party } from '../calls/Party'
import type { Place } from '../calls/place'
import { TokenAmount, TokenName } from '../calls/TokenAmount'
import { count } from '../text/amount'
import { Text } from '../text/Text'

/** Returns how a batch's page shows what its lock holds: an amount or a count, items by ID, and who may take what. */
export const amountsOf = ({ expected }: Pick<Batch, 'expected'>, place: Place) => {
  const isCollection = (token: Address) =>
    typeof expected === 'object' &&
    expected.changes.some(
      ({ asset }) => asset.standard === 'ERC721' && sameAddress(asset.address, token),
    )
  const ofToken = (part: ReactNode, token: Address) => (
    <Text id="call_ofOwner" values={[part, <TokenName asset={token} place={place} />]} />
  )
  return {
    amount: (token: Address | null, least: bigint) =>
      token && isCollection(token) ? (
        ofToken(count(least), token)
      ) : (
        <TokenAmount asset={token ?? 'native'} amount={least} place={place} />
      ),
    items: (asset: HeldItem, least: bigint) =>
      ofToken(
        <AssetAmount
          change={{ asset, direction: 'in', amount: numberToHex(least) }}
          place={place}
        />,
        asset.address,
      ),
    pair: ({ spender, token }: Reset) => [
      <Party address={spender} place={place} />,
      <TokenName asset={token} place={place} />,
    ],
  }
}
