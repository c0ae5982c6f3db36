import type { Address } from 'viem'
import type { DecodedAsset, DecodedCall } from '@/lib/decode/reading'
import type { SignatureReading } from '@/lib/decode/signatures/signatureReading'
import type { Allowance, Change } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { findNetwork } from '@/lib/network/networks'
import { sameAddress } from '@/lib/values/address'
import { grantedBy, isRightLine, isUsedUp } from '../calls/changeRows'
import type { ReadCall } from '../calls/outflowsOf'
import type { Place } from '../calls/place'
import { namedAt } from '../calls/tokenFacts'
import { brief } from '../text/brief'
import { isUnlimited } from '../text/amount'
import { t, type Key } from '../text/messages'
import { symbolOf } from '../text/native'
import { visible } from '../text/visible'

/** One of the things that a batch does, as its verb names them. */
type Part = 'swap' | 'send' | 'allow' | 'takeBack' | 'wrap' | 'unwrap' | 'deposit' | 'withdraw'

/** Verbs by all parts that they name, sorted: a batch with any other parts has none. */
const verbs: Partial<Record<string, Key>> = {
  allow: 'verb_allow',
  'allow send': 'verb_sendAllow',
  'allow send swap': 'verb_swapSendAllow',
  'allow swap': 'verb_swapAllow',
  deposit: 'verb_deposit',
  send: 'verb_send',
  'send swap': 'verb_swapSend',
  swap: 'verb_swap',
  takeBack: 'verb_takeBack',
  unwrap: 'verb_unwrap',
  withdraw: 'verb_withdraw',
  wrap: 'verb_wrap',
}

/** Parts that trade one asset for another: with none of them nothing arrives. */
const trades: readonly Part[] = ['swap', 'wrap', 'unwrap', 'deposit', 'withdraw']

/** A longer amount does not fit on a button. */
const longest = 20

type Sent = { asset: DecodedAsset; amount: bigint | undefined }

/** Deeds of a call by its data: parts, assets that it sends, that it trades, and that its swaps bring. */
type Told = { parts: Part[]; sent: Sent[]; given: DecodedAsset[]; gets: DecodedAsset[] }

const nothing: Told = { parts: [], sent: [], given: [], gets: [] }

const joined = (told: readonly Told[]): Told => ({
  parts: told.flatMap(({ parts }) => parts),
  sent: told.flatMap(({ sent }) => sent),
  given: told.flatMap(({ given }) => given),
  gets: told.flatMap(({ gets }) => gets),
})

const all = (told: readonly (Told | undefined)[]): Told | undefined =>
  told.every((one) => one !== undefined) ? joined(told) : undefined

/** Calls whose reading accounts for the coin that they send. */
const takesCoin = (reading: DecodedCall): boolean =>
  reading.kind === 'none' ||
  reading.kind === 'wrap' ||
  (reading.kind === 'swap' && reading.give === 'native') ||
  (reading.kind === 'deposit' && reading.of === 'native') ||
  (reading.kind === 'multicall' && reading.steps.some((step) => takesCoin(step.reading)))

const tell = (reading: DecodedCall, called: Address, value: bigint, from: Address) => {
  const isOwn = (address: Address) => sameAddress(address, from)
  /** True if what goes to an address stays within the call, or comes to the account. */
  const isInside = (address: Address) => isOwn(address) || sameAddress(address, called)
  const part = (one: Part, over: Partial<Told> = {}): Told => ({
    ...nothing,
    parts: [one],
    ...over,
  })
  const send = (asset: DecodedAsset, amount: bigint | undefined): Told =>
    part('send', { sent: [{ asset, amount }] })
  const tellOne = (one: DecodedCall, isStep: boolean): Told | undefined => {
    switch (one.kind) {
      case 'none':
        return value > 0n && !isStep && !isOwn(called) ? send('native', value) : undefined
      case 'transfer':
        if (!isOwn(one.from) || isOwn(one.to)) return undefined
        // A router that is called takes it for one of its other steps.
        if (isStep && sameAddress(one.to, called)) return nothing
        return send(one.token, one.amount === null ? undefined : BigInt(one.amount))
      case 'transferItems':
        return isOwn(one.from) && !isOwn(one.to) ? send(one.token, undefined) : undefined
      case 'approve':
        if (!isOwn(one.owner)) return undefined
        return BigInt(one.amount) === 0n || one.change === 'subtract' ? part('takeBack') : nothing
      case 'permit':
        return isOwn(one.owner) ? nothing : undefined
      case 'approveAll':
        return isOwn(one.owner) && !one.isApproved ? part('takeBack') : undefined
      case 'right':
        return isOwn(one.owner) && one.left === '0x0' ? part('takeBack') : undefined
      case 'swap': {
        if (one.give === null || one.get === null) return undefined
        const swap = part('swap', { given: [one.give], gets: [one.get] })
        return isInside(one.to) ? swap : joined([swap, part('send')])
      }
      case 'wrap':
        return isInside(one.to) ? part('wrap', { given: ['native'] }) : undefined
      case 'unwrap':
        return isInside(one.to) && one.token ? part('unwrap', { given: [one.token] }) : undefined
      case 'sweep':
        return isOwn(one.to) ? nothing : part('send')
      case 'deposit':
        return isOwn(one.to) ? part('deposit') : undefined
      case 'withdraw':
        return isOwn(one.to) && isOwn(one.from)
          ? part('withdraw', { given: [one.vault] })
          : undefined
      case 'multicall':
        return all(one.steps.map((step) => tellOne(step.reading, true)))
      case 'call':
      case 'unknown':
        return undefined
    }
  }
  return value > 0n && !takesCoin(reading) ? undefined : tellOne(reading, false)
}

const isAsset = ({ asset }: Change, other: DecodedAsset): boolean =>
  asset.standard === 'native'
    ? other === 'native'
    : other !== 'native' && sameAddress(asset.address, other)

const isSameAsset = (one: DecodedAsset, other: DecodedAsset): boolean =>
  one === 'native' || other === 'native' ? one === other : sameAddress(one, other)

/** Holds what the data tell to what the simulation saw move: true if neither has more than the other. */
const fits = (
  { parts, sent, given, gets }: Told,
  changes: readonly Change[],
  { tokens }: Place,
): boolean => {
  const outs = changes.filter(({ direction }) => direction === 'out')
  const ins = changes.filter(({ direction }) => direction === 'in')
  const isTrade = parts.some((part) => trades.includes(part))
  const isKnown = ({ asset }: Change) =>
    asset.standard === 'native' || namedAt(tokens, asset.address) !== undefined
  // A deposit’s data name the vault, not always the asset that it takes.
  const isFree = parts.includes('deposit') && outs.length === 1
  const isMeant = (change: Change) =>
    isFree || [...given, ...sent.map(({ asset }) => asset)].some((asset) => isAsset(change, asset))
  if (!outs.every(isMeant)) return false
  // A swap whose gain arrives nowhere, and that no other step trades on, brings nothing.
  const isBrought = (asset: DecodedAsset) =>
    ins.some((change) => isAsset(change, asset)) || given.some((other) => isSameAsset(other, asset))
  if (isTrade)
    return outs.length > 0 && ins.length > 0 && ins.every(isKnown) && gets.every(isBrought)
  return (
    ins.length === 0 &&
    outs.every((change) => {
      const amounts = sent.flatMap((one) => (isAsset(change, one.asset) ? [one.amount] : []))
      const sum = amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n)
      return (
        amounts.includes(undefined) || 'tokenId' in change.asset || sum === BigInt(change.amount)
      )
    }) &&
    sent.every(({ asset }) => outs.some((change) => isAsset(change, asset)))
  )
}

/** A token's amount with its name, only of a token that may go by its name. */
const tokenText = (
  amount: bigint,
  isEndless: boolean,
  address: Address,
  { tokens }: Place,
): string | undefined => {
  const token = namedAt(tokens, address)
  if (!token) return undefined
  const symbol = visible(token.symbol)
  return isEndless ? t('unlimitedOf', symbol) : `${brief(amount, token.decimals)} ${symbol}`
}

const grantText = ({ standard, token, tokenId, left }: Allowance, place: Place) =>
  (standard === 'ERC20' || standard === 'Permit2') && tokenId === undefined
    ? tokenText(
        left === 'all' ? 0n : BigInt(left),
        left === 'all' || isUnlimited(BigInt(left)),
        token,
        place,
      )
    : undefined

const changeText = ({ asset, amount }: Change, place: Place): string | undefined => {
  if (asset.standard === 'ERC20') return tokenText(BigInt(amount), false, asset.address, place)
  if (asset.standard !== 'native') return undefined
  const { decimals = 18 } = findNetwork(place.chainId) ?? {}
  return `${brief(BigInt(amount), decimals)} ${symbolOf(place.chainId)}`.trimEnd()
}

/** Tells if the batch gives an allowance, and does not merely use one that stood before. */
const isGiven = (one: Allowance, calls: readonly ReadCall[]): boolean =>
  !one.isOlder &&
  (grantedBy(one, calls) !== undefined ||
    one.left === 'all' ||
    one.before === 'all' ||
    BigInt(one.left) > BigInt(one.before))

/**
 * Names in a verb all that a batch does, by its data and by its simulation, which must agree; undefined where anything
 * in it is not known exactly, or has no verb.
 */
export const verbOf = (
  calls: readonly ReadCall[],
  quote: Pick<Quote, 'verdict' | 'unchecked' | 'changes' | 'allowances'> | undefined,
  place: Place,
): string | undefined => {
  if (!quote || !place.tokens || quote.verdict !== 'succeeds' || quote.unchecked.length > 0)
    return undefined
  const { changes, allowances } = quote
  const isAlone = calls.length === 1 && changes.length === 0 && allowances.length === 0
  if (isAlone && calls[0]?.reading === null) return t('verb_deploy')
  const told = all(
    calls.map(({ call: { to, value }, reading }) =>
      to && reading ? tell(reading, to, BigInt(value), place.from) : undefined,
    ),
  )
  const grants = allowances.filter((one) => !isUsedUp(one) && isGiven(one, calls))
  if (!told || grants.some(isRightLine) || !fits(told, changes, place)) return undefined
  const parts = new Set([...told.parts, ...(grants.length > 0 ? (['allow'] as const) : [])])
  const id = verbs[[...parts].sort().join(' ')]
  if (id === 'verb_allow') {
    const [grant, ...others] = grants
    const text = grant && others.length === 0 ? grantText(grant, place) : undefined
    return text !== undefined && text.length <= longest ? t(id, text) : undefined
  }
  if (id === 'verb_send') {
    const [change, ...others] = changes
    const text = change && others.length === 0 ? changeText(change, place) : undefined
    return text !== undefined && text.length <= longest && !text.startsWith('<')
      ? t(id, text)
      : t('verb_sendPlain')
  }
  return id && t(id)
}

/** Names in a verb all that a signature lets others do; no more than that it is signed where there is no such verb. */
export const verbOfSignature = (reading: SignatureReading, place: Place): string => {
  if (reading.kind === 'unread') return t('verb_sign')
  const { deed, deals, rights, calls, witness } = reading
  if (rights.length > 0 || calls.length > 0) return t('verb_sign')
  if (deed === 'trade') return t('verb_order')
  const [deal, ...others] = deals
  const [line, ...lines] = deal?.leaves ?? []
  const isOne = others.length === 0 && lines.length === 0 && deal?.returns.length === 0
  if (deed !== 'allow' || witness || !isOne || line?.asset.kind !== 'token') return t('verb_sign')
  const { amount, asset, from, how } = line
  const text =
    amount !== null && how === 'spends' && sameAddress(from, place.from)
      ? tokenText(amount, isUnlimited(amount), asset.address, place)
      : undefined
  return text !== undefined && text.length <= longest ? t('verb_allow', text) : t('verb_sign')
}
