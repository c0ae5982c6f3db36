import type { ReactNode } from 'react'
import { isHex, type Address, type Hex } from 'viem'
import type { DecodedAsset, DecodedCall } from '@/lib/decode/reading'
import { sameAddress } from '@/lib/values/address'
import { count } from '../text/amount'
import { native, symbolOf } from '../text/native'
import { plural, t, type Key } from '../text/messages'
import { Counted, Text } from '../text/Text'
import { Allow } from './Allow'
import { Party } from './Party'
import type { Place } from './place'
import { RightText } from './RightText'
import { Swap } from './Swap'
import { TokenAmount, TokenName } from './TokenAmount'
import layout from '../ui/layout.module.css'

type Props = { reading: DecodedCall; to: Address; value: bigint; place: Place }

/** Says in plain words what a decoded call does, without the ETH that it sends. */
export const CallAction = ({ reading, to, value, place }: Props) => {
  const party = (address: Address) => <Party address={address} place={place} />
  const isOwn = (address: Address) => sameAddress(address, place.from)
  /** Adds to a sentence who gets what the call gives, unless that is the account that acts. */
  const forWhom = (deed: ReactNode, address: Address) =>
    isOwn(address) ? deed : say('call_forWhom', deed, party(address))

  switch (reading.kind) {
    case 'none':
      return say('call_send', native(value, place.chainId), party(to))
    case 'transfer': {
      const { token, from, unit } = reading
      const amount = <Some amount={reading.amount} asset={token} unit={unit} place={place} />
      if (isOwn(from)) return say('call_send', amount, party(reading.to))
      if (isOwn(reading.to)) return say('call_collect', amount, party(from))
      return say('call_move', amount, party(from), party(reading.to))
    }
    case 'transferItems': {
      const items = <Items items={reading.items} token={party(reading.token)} />
      if (isOwn(reading.from)) return say('call_send', items, party(reading.to))
      return say('call_move', items, party(reading.from), party(reading.to))
    }
    case 'approve':
    case 'permit':
      return <Allow deed={reading} place={place} />
    case 'approveAll': {
      const all = <strong className={layout.danger}>{t('call_everyToken')}</strong>
      return reading.isApproved
        ? say('call_letAll', party(reading.operator), all, party(reading.token))
        : say('call_takeBackAll', party(reading.operator), party(reading.token))
    }
    case 'right':
      return say(
        reading.left === '0x0' ? 'call_rightBack' : 'call_right',
        <RightText {...reading} place={place} />,
      )
    case 'swap':
      return <Swap swap={reading} to={to} place={place} />
    case 'wrap': {
      const amount = reading.amount
        ? native(BigInt(reading.amount), place.chainId)
        : t('call_allNativeThere', symbolOf(place.chainId))
      const deed = say('call_wrap', amount)
      return sameAddress(reading.to, to) ? deed : forWhom(deed, reading.to)
    }
    case 'unwrap': {
      const amount = native(BigInt(reading.amount), place.chainId)
      return forWhom(say(reading.isLeast ? 'call_unwrapAll' : 'call_unwrap', amount), reading.to)
    }
    case 'sweep': {
      const name = <TokenName asset={reading.token} place={place} />
      const least = BigInt(reading.amount)
      if (least === 0n) return say('call_sweep', party(to), name, party(reading.to))
      const amount = <TokenAmount amount={least} asset={reading.token} place={place} />
      return say('call_sweepLeast', party(to), name, amount, party(reading.to))
    }
    case 'deposit': {
      const kept = <Kept {...reading} place={place} />
      return forWhom(say('call_deposit', kept, party(reading.vault)), reading.to)
    }
    case 'withdraw': {
      const kept = <Kept {...reading} place={place} />
      const taken = say('call_withdraw', kept, party(reading.vault))
      const owned = isOwn(reading.from) ? taken : say('call_ofOwner', taken, party(reading.from))
      return isOwn(reading.to) ? owned : say('call_toWhom', owned, party(reading.to))
    }
    case 'multicall':
      return say('call_run', plural('calls', reading.steps.length), party(to))
    case 'call':
      return say('call_call', reading.name, party(to))
    case 'unknown':
      // A selector says nothing to most people: the call's data have it.
      return isHex(reading.name)
        ? say('call_unread', party(to))
        : say('call_unknown', reading.name, party(to))
  }
}

const say = (id: Key, ...values: ReactNode[]) => <Text id={id} values={values} />

type ItemsProps = {
  items: Extract<DecodedCall, { kind: 'transferItems' }>['items']
  token: ReactNode
}

const Items = ({ items, token }: ItemsProps) => {
  const [only] = items
  if (items.length === 1 && only)
    return say('call_item', count(BigInt(only.amount)), String(BigInt(only.id)), token)
  return <Counted stem="call_items" number={items.length} values={[token]} />
}

type SomeProps = {
  amount: Hex | null
  asset: DecodedAsset
  unit: 'amount' | 'id' | 'either'
  place: Place
}

const Some = ({ amount, asset, unit, place }: SomeProps) =>
  amount === null ? (
    say('call_allThere', <TokenName asset={asset} place={place} />)
  ) : (
    <TokenAmount amount={BigInt(amount)} asset={asset} unit={unit} place={place} />
  )

type Keeping = Extract<DecodedCall, { kind: 'deposit' | 'withdraw' }>

/** Shows an amount of a vault in its unit: ETH, shares of the vault, or the token that it keeps. */
const Kept = ({
  of,
  amount,
  vault,
  place,
}: Pick<Keeping, 'of' | 'amount' | 'vault'> & { place: Place }) => {
  if (of === 'native') return <>{native(BigInt(amount), place.chainId)}</>
  if (of === 'assets') return t('unitsOf', count(BigInt(amount)))
  return say('call_shares', <TokenAmount amount={BigInt(amount)} asset={vault} place={place} />)
}
