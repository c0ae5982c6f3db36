import type { SignedAsset } from '@/lib/decode/signatures/signatureReading'
import { Party } from '../calls/Party'
import type { Place } from '../calls/place'
import { TokenAmount, TokenName } from '../calls/TokenAmount'
import { count, isUnlimited } from '../text/amount'
import { native, symbolOf } from '../text/native'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { visible } from '../text/visible'
import { ExactAmount } from '../ui/ExactAmount'

type Props = { asset: SignedAsset; amount: bigint | null; place: Place }

/** How much of an asset a signature deals with; null for all there is. */
export const SignedAmount = ({ asset, amount, place }: Props) => {
  switch (asset.kind) {
    case 'written':
      return <>{visible(asset.text)}</>
    case 'coin':
      return amount === null ? (
        <>{t('call_allThere', symbolOf(place.chainId))}</>
      ) : (
        <ExactAmount text={native(amount, place.chainId)} />
      )
    case 'token':
      return amount === null ? (
        <Text
          id="call_allThere"
          values={[<TokenName key="name" asset={asset.address} place={place} />]}
        />
      ) : (
        <TokenAmount
          asset={asset.address}
          amount={amount}
          isUnlimited={isUnlimited(amount)}
          place={place}
        />
      )
    case 'item': {
      const id = asset.id === null ? undefined : t('call_tokenId', String(asset.id))
      const several = amount !== null && amount !== 1n ? `${count(amount)} × ` : ''
      const all = id === undefined ? t('sign_everyItem') : t('sign_allItems', id)
      const item = amount === null ? all : `${several}${id ?? t('sign_anyItem')}`
      return (
        <Text
          id="call_ofOwner"
          values={[item, <Party key="of" address={asset.address} place={place} />]}
        />
      )
    }
  }
}
