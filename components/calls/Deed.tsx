import type { Address, Hex } from 'viem'
import type { Asset, Reading } from '@/lib/decode/reading'
import { count, ether, some } from '../text/amount'
import { Allow } from './Allow'
import { Party } from './Party'
import { isSame, type Place } from './place'
import { Swap } from './Swap'
import { TokenAmount, TokenName } from './TokenAmount'
import styles from './Sentence.module.css'

type Props = { reading: Reading; to: Address; value: bigint; place: Place }

/** What a reading says in plain words, without the ETH that goes with it. */
export const Deed = ({ reading, to, value, place }: Props) => {
  const party = (address: Address) => <Party address={address} place={place} />
  /** Who gets it, unless it is the account that acts. */
  const forWhom = (address: Address) => !isSame(address, place.from) && <> for {party(address)}</>
  const isOwn = (address: Address) => isSame(address, place.from)

  switch (reading.kind) {
    case 'none':
      return (
        <>
          Send {ether(value)} to {party(to)}
        </>
      )
    case 'transfer': {
      const { token, from, unit } = reading
      const amount = <Some amount={reading.amount} asset={token} unit={unit} place={place} />
      if (isOwn(from))
        return (
          <>
            Send {amount} to {party(reading.to)}
          </>
        )
      return (
        <>
          {isOwn(reading.to) ? 'Collect ' : 'Move '}
          {amount} from {party(from)}
          {!isOwn(reading.to) && <> to {party(reading.to)}</>}
        </>
      )
    }
    case 'transferItems': {
      const [only] = reading.items
      const isOne = reading.items.length === 1 && only
      return (
        <>
          {isOwn(reading.from) ? 'Send ' : 'Move '}
          {isOne
            ? `${count(BigInt(only.amount))} of token ID ${BigInt(only.id)}`
            : some(reading.items.length, 'item')}{' '}
          of {party(reading.token)}
          {!isOwn(reading.from) && <> from {party(reading.from)}</>} to {party(reading.to)}
        </>
      )
    }
    case 'approve':
    case 'permit':
      return <Allow deed={reading} place={place} />
    case 'approveAll':
      return reading.isApproved ? (
        <>
          Let {party(reading.operator)} take <strong className={styles.danger}>every token</strong>{' '}
          of {party(reading.token)}
        </>
      ) : (
        <>
          Take back the leave of {party(reading.operator)} to take tokens of {party(reading.token)}
        </>
      )
    case 'swap':
      return <Swap swap={reading} to={to} place={place} />
    case 'wrap':
      return (
        <>
          Wrap {reading.amount ? ether(BigInt(reading.amount)) : 'all ETH there'}
          {!isSame(reading.to, to) && forWhom(reading.to)}
        </>
      )
    case 'unwrap':
      return (
        <>
          Unwrap {reading.isLeast && 'all WETH there, at least '}
          {ether(BigInt(reading.amount))}
          {forWhom(reading.to)}
        </>
      )
    case 'sweep':
      return (
        <>
          Send what {party(to)} holds of <TokenName asset={reading.token} place={place} />
          {BigInt(reading.amount) > 0n && (
            <>
              , at least{' '}
              <TokenAmount amount={BigInt(reading.amount)} asset={reading.token} place={place} />,
            </>
          )}{' '}
          to {party(reading.to)}
        </>
      )
    case 'deposit':
      return (
        <>
          Deposit <Kept {...reading} place={place} /> into {party(reading.vault)}
          {forWhom(reading.to)}
        </>
      )
    case 'withdraw':
      return (
        <>
          Withdraw <Kept {...reading} place={place} /> from {party(reading.vault)}
          {!isOwn(reading.from) && <> of {party(reading.from)}</>}
          {!isOwn(reading.to) && <> to {party(reading.to)}</>}
        </>
      )
    case 'multicall':
      return (
        <>
          Run {some(reading.steps.length, 'call')} through {party(to)}
        </>
      )
    case 'call':
      return (
        <>
          Call {reading.name} of {party(to)}
        </>
      )
    case 'unknown':
      return (
        <>
          Call {reading.name} of {party(to)}, {count(reading.bytes)} bytes
        </>
      )
  }
}

type SomeProps = {
  amount: Hex | null
  asset: Asset
  unit: 'amount' | 'id' | 'either'
  place: Place
}

const Some = ({ amount, asset, unit, place }: SomeProps) =>
  amount === null ? (
    <>
      all <TokenName asset={asset} place={place} /> there
    </>
  ) : (
    <TokenAmount amount={BigInt(amount)} {...{ asset, unit, place }} />
  )

type Keeping = Extract<Reading, { kind: 'deposit' | 'withdraw' }>

/** What a vault counts: ETH, its own shares, or units of what it keeps. */
const Kept = ({
  of,
  amount,
  vault,
  place,
}: Pick<Keeping, 'of' | 'amount' | 'vault'> & { place: Place }) => {
  if (of === 'native') return <>{ether(BigInt(amount))}</>
  if (of === 'assets') return <>{count(BigInt(amount))} units</>
  return (
    <>
      <TokenAmount amount={BigInt(amount)} asset={vault} place={place} /> (shares)
    </>
  )
}
