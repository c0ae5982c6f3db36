import type { DecodedAsset, Unit } from '@/lib/decode/reading'
import { native, symbolOf } from '../text/native'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { Amount } from '../ui/Amount'
import { Party } from './Party'
import type { Place } from './place'
import { tokenAt, unitOf } from './tokenFacts'

type Props = {
  amount: bigint
  asset: DecodedAsset
  place: Place
  unit?: Unit
  isUnlimited?: boolean
}

/** An amount of a token, or one of its tokens by ID; the token by its symbol, or by its address. */
export const TokenAmount = (props: Props) => {
  const amount = <TokenNumber {...props} />
  return isNamed(props) ? (
    amount
  ) : (
    <Text id="call_ofOwner" values={[amount, <TokenName {...props} />]} />
  )
}

/** Tells if the token's symbol is known or still being read. */
export const isNamed = ({ asset, place, unit = 'amount' }: Omit<Props, 'amount'>): boolean =>
  asset === 'native' ||
  (unitOf(place.tokens, asset, unit) === 'amount' &&
    (place.tokens === undefined || tokenAt(place.tokens, asset) !== undefined))

/** The number alone, without the address of a token that has no symbol. */
export const TokenNumber = ({ amount, asset, place, unit = 'amount', isUnlimited }: Props) => {
  if (asset === 'native') return <>{native(amount, place.chainId)}</>
  const known = unitOf(place.tokens, asset, unit)
  if (known === 'id') return t('call_tokenId', String(amount))
  if (known === 'either' && !isUnlimited) return t('call_amountOrId', String(amount))
  const token = tokenAt(place.tokens, asset)
  return (
    <Amount
      amount={amount}
      token={token}
      isUnlimited={isUnlimited}
      isLoading={place.tokens === undefined}
    />
  )
}

/** A token without an amount. */
export const TokenName = ({ asset, place }: { asset: DecodedAsset; place: Place }) => {
  if (asset === 'native') return <>{symbolOf(place.chainId)}</>
  const token = tokenAt(place.tokens, asset)
  return token ? <bdi>{token.symbol}</bdi> : <Party address={asset} place={place} />
}
