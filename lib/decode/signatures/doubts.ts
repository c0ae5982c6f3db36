import { zeroAddress, type Address } from 'viem'
import type { Doubt } from '../../approvals/danger'
import { allOf } from '../allOf'
import { isDust } from '../dust'
import type { CallAction, DecodedCall } from '../reading'
import type { Coming, Deal, SignatureContent, SignedAsset, SignedCall } from './signatureReading'
import { sameAddress } from '../../values/address'

/** Longer than this, in seconds, nobody keeps in mind what was signed; routers ask for 30 days. */
const far = 60n * 24n * 60n * 60n

/**
 * True for an amount that no token has: whoever may take that much may take all. Less than a standard's unlimited
 * amount, which one bit less would evade.
 */
export const isVast = (amount: bigint): boolean => amount >= 2n ** 128n

/** True for an allowance of all there is, or one that can be taken up for a long time. */
const isOpen = ({ deals, until }: SignatureContent, now: number): boolean =>
  deals.some(({ leaves }) =>
    leaves.some(({ how, amount, until: end }) => {
      const last = end ?? until
      const isLong = last === null || last > BigInt(Math.floor(now / 1000)) + far
      const isAll = amount === null || isVast(amount)
      return how === 'spends' && amount !== 0n && (isAll || isLong)
    }),
  )

/** True for an allowance by a call within a signature that names no limit, whatever the token is. */
const isOfAll = (one: DecodedCall): boolean => {
  if (one.kind !== 'approve' && one.kind !== 'permit') return false
  if (one.unit === 'id' || one.spender === zeroAddress) return false
  if (one.kind === 'approve' && one.change === 'subtract') return false
  // IDs of items may be great, too: without the token's facts, only what all take for unlimited is.
  return one.isUnlimited || (one.unit === 'amount' && isVast(BigInt(one.amount)))
}

/** True if somebody may take all there is of something, by the signature itself or by a call within it. */
export const isOfEverything = ({ deals, calls }: SignatureContent): boolean =>
  deals.some(({ leaves }) => leaves.some(({ amount }) => amount === null || isVast(amount))) ||
  calls.some(({ reading }) => allOf(reading).some(isOfAll))

const keyOf = (asset: SignedAsset): string => {
  switch (asset.kind) {
    case 'coin':
      return 'coin'
    case 'token':
      return asset.address
    case 'item':
      return `${asset.address}:${asset.id ?? 'any'}`
    case 'written':
      return asset.text
  }
}

/** A return of which the amount is known; of a token, how much a unit is only its contract knows. */
const isSure = ({ asset, amount }: Coming): boolean =>
  amount !== null && amount > 0n && !(asset.kind === 'coin' && isDust(amount, 18))

/** The doubt about a deal that brings those who give nothing. */
export const forNothing = 'gives for nothing' as const satisfies Doubt

/** The returns of a deal to those who give something in it. */
export const ownReturns = ({ leaves, returns }: Deal): Coming[] =>
  returns.filter(({ to }) =>
    leaves.some(({ from, amount }) => amount !== 0n && sameAddress(from, to)),
  )

const totalOf = (returns: readonly Coming[]): bigint =>
  returns.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)

/**
 * True for an order that gives something without a sure return to the one who gives it, dust being none, or of
 * whose price somebody else gets the greater part. What comes in the asset that is given is taken from it, and is no price.
 */
const isForNothing = ({ leaves, returns }: Deal): boolean => {
  const given = leaves.filter(({ amount }) => amount !== 0n)
  if (given.length === 0) return false
  const isOwn = (to: Address) => given.some(({ from }) => sameAddress(from, to))
  const price = returns.filter(
    ({ asset }) => !given.some((leaving) => keyOf(leaving.asset) === keyOf(asset)),
  )
  if (!ownReturns({ leaves, returns: price }).some(isSure)) return true
  return price.some(({ asset }) => {
    const parts = price.filter((part) => keyOf(part.asset) === keyOf(asset))
    return totalOf(parts) > 2n * totalOf(parts.filter(({ to }) => isOwn(to)))
  })
}

type Swapping = Extract<CallAction, { kind: 'swap' }>

/** True for an address that is neither the giver's nor the router's, which is to send on what it keeps. */
const isStranger = (to: Address, { from, to: called }: SignedCall): boolean =>
  // A router has its own address, and ones that stand for it.
  !sameAddress(to, from) && !sameAddress(to, called) && BigInt(to) >= 16n

/** True where what a swap of a call brings goes to somebody else, or is nothing at least. */
const isGivenAway = ({ to, get, getAmount }: Swapping, call: SignedCall): boolean => {
  if (isStranger(to, call)) return true
  const isLeast = (one: DecodedCall) =>
    ((one.kind === 'sweep' && sameAddress(one.token, get ?? '')) ||
      (one.kind === 'unwrap' && one.isLeast)) &&
    sameAddress(one.to, call.from) &&
    BigInt(one.amount) > 0n
  return getAmount !== null && BigInt(getAmount) === 0n && !allOf(call.reading).some(isLeast)
}

/** True where a router sends somebody else what it keeps. */
const isSentOn = (one: DecodedCall, call: SignedCall): boolean =>
  (one.kind === 'sweep' ||
    one.kind === 'unwrap' ||
    (one.kind === 'transfer' && sameAddress(one.from, call.to))) &&
  isStranger(one.to, call)

const doubtsOfCall = (call: SignedCall): Doubt[] => {
  const { reading, isDelegated } = call
  if (isDelegated) return ['unread call']
  const all = allOf(reading)
  const isSwap = all.some(({ kind }) => kind === 'swap')
  return all.flatMap((one): Doubt[] => {
    if (isSwap && isSentOn(one, call)) return [forNothing]
    switch (one.kind) {
      case 'unknown':
      case 'call':
        return ['unread call']
      case 'approveAll':
        return one.isApproved ? ['given right'] : []
      case 'right':
        return one.left === '0x0' ? [] : ['given right']
      case 'approve':
      case 'permit':
        return isOfAll(one) ? ['unlimited permit'] : []
      case 'swap':
        return isGivenAway(one, call) ? [forNothing] : []
      default:
        return []
    }
  })
}

/** Finds the reasons to doubt a signature; `now` in ms since 1970. */
export const doubtsOf = (read: SignatureContent, isBound: boolean, now: number): Doubt[] => {
  const found: Doubt[] = [
    ...((read.deed === 'trade' || read.deed === 'call') && read.deals.some(isForNothing)
      ? [forNothing]
      : []),
    ...read.calls.flatMap(doubtsOfCall),
    ...(isOpen(read, now) ? (['unlimited permit'] as const) : []),
    ...(read.rights.some(({ isGiven }) => isGiven) ? (['given right'] as const) : []),
    ...(isBound ? [] : (['no network'] as const)),
  ]
  return [...new Set(found)]
}
