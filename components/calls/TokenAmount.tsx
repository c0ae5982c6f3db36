import type { DecodedAsset, Unit } from '@/lib/decode/reading'
import { units } from '../text/amount'
import { native, symbolOf } from '../text/native'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { Amount } from '../ui/Amount'
import { ExactAmount } from '../ui/ExactAmount'
import { OwnWord } from './OwnWord'
import { Party } from './Party'
import type { Place } from './place'
import { namedAt, tokenAt, unitOf } from './tokenFacts'

type Props = {
  amount: bigint
  asset: DecodedAsset
  place: Place
  unit?: Unit
  isUnlimited?: boolean
}

/** An amount of a token, or one of its tokens by ID; a known token by its symbol, another by its address. */
export const TokenAmount = (props: Props) => {
  const amount = <TokenNumber {...props} />
  return isNamed(props) ? (
    amount
  ) : (
    <Text id="call_ofOwner" values={[amount, <TokenName {...props} />]} />
  )
}

/** Tells if the token may go by its symbol, or if that is still being read. */
export const isNamed = ({ asset, place, unit = 'amount' }: Omit<Props, 'amount'>): boolean =>
  asset === 'native' ||
  (unitOf(place.tokens, asset, unit) === 'amount' &&
    (place.tokens === undefined || namedAt(place.tokens, asset) !== undefined))

/** The number alone, without the address of a token that does not go by its symbol. */
export const TokenNumber = ({ amount, asset, place, unit = 'amount', isUnlimited }: Props) => {
  if (asset === 'native') return <ExactAmount text={native(amount, place.chainId)} />
  const known = unitOf(place.tokens, asset, unit)
  if (known === 'id') return t('call_tokenId', String(amount))
  if (known === 'either' && !isUnlimited) return t('call_amountOrId', String(amount))
  const token = tokenAt(place.tokens, asset)
  if (token && !namedAt(place.tokens, asset))
    return isUnlimited ? t('unlimited') : <ExactAmount text={units(amount, token.decimals)} />
  return (
    <Amount
      amount={amount}
      token={token}
      isUnlimited={isUnlimited}
      isLoading={place.tokens === undefined}
    />
  )
}

/** A token without an amount: a known one by its symbol, another by its address and its own word. */
export const TokenName = ({ asset, place }: { asset: DecodedAsset; place: Place }) => {
  if (asset === 'native') return <>{symbolOf(place.chainId)}</>
  const named = namedAt(place.tokens, asset)
  if (named) return <bdi>{named.symbol}</bdi>
  const token = tokenAt(place.tokens, asset)
  return (
    <>
      <Party address={asset} place={place} />
      {token && <OwnWord token={token} />}
    </>
  )
}
