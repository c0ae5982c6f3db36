import type { Address, Hex } from 'viem'
import type { DecodedAsset, DecodedCall } from '@/lib/decode/reading'
import { sameAddress } from '@/lib/values/address'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { useCounterparty } from './counterparties'
import { Party } from './Party'
import type { Place } from './place'
import { TokenAmount, TokenName } from './TokenAmount'

type Props = { swap: Extract<DecodedCall, { kind: 'swap' }>; to: Address; place: Place }

/**
 * Says what a swap gives and gets, by which contract unless a line above names it, and for whom if that is another
 * account.
 */
export const Swap = ({ swap, to, place }: Props) => {
  const { isRepeated } = useCounterparty(to)
  const give = <Part amount={swap.giveAmount} asset={swap.give} place={place} />
  const get = <Part amount={swap.getAmount} asset={swap.get} place={place} />
  const amounts = [
    swap.isGiveMost ? <Text id="call_atMost" values={[give]} /> : give,
    swap.isGetLeast ? <Text id="call_atLeast" values={[get]} /> : get,
  ]
  // Whose proceeds go elsewhere is no usual swap: it keeps all of its words.
  const deed =
    isRepeated && sameAddress(swap.to, place.from) ? (
      <Text id="call_swapThere" values={amounts} />
    ) : (
      <Text id="call_swap" values={[...amounts, <Party address={to} place={place} />]} />
    )
  if (sameAddress(swap.to, place.from) || sameAddress(swap.to, to)) return deed
  return <Text id="call_sentTo" values={[deed, <Party address={swap.to} place={place} />]} />
}

type PartProps = { amount: Hex | null; asset: DecodedAsset | null; place: Place }

const Part = ({ amount, asset, place }: PartProps) => {
  if (asset === null) return t('call_unreadToken')
  if (amount !== null) return <TokenAmount amount={BigInt(amount)} asset={asset} place={place} />
  return <Text id="call_allThere" values={[<TokenName asset={asset} place={place} />]} />
}
