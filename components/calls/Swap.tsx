import type { Address, Hex } from 'viem'
import type { Asset, Reading } from '@/lib/decode/reading'
import { Party } from './Party'
import { isSame, type Place } from './place'
import { TokenAmount, TokenName } from './TokenAmount'

type Props = { swap: Extract<Reading, { kind: 'swap' }>; to: Address; place: Place }

/** What is given, what comes for it, through whom, and for whom if that is someone else. */
export const Swap = ({ swap, to, place }: Props) => (
  <>
    Swap {swap.isGiveMost && 'at most '}
    <Part amount={swap.giveAmount} asset={swap.give} place={place} /> for{' '}
    {swap.isGetLeast && 'at least '}
    <Part amount={swap.getAmount} asset={swap.get} place={place} /> through{' '}
    <Party address={to} place={place} />
    {!isSame(swap.to, place.from) && !isSame(swap.to, to) && (
      <>
        , sent to <Party address={swap.to} place={place} />
      </>
    )}
  </>
)

type PartProps = { amount: Hex | null; asset: Asset | null; place: Place }

const Part = ({ amount, asset, place }: PartProps) => {
  if (asset === null) return <>a token that cannot be read</>
  if (amount !== null) return <TokenAmount amount={BigInt(amount)} asset={asset} place={place} />
  return (
    <>
      all <TokenName asset={asset} place={place} /> there
    </>
  )
}
