import type { Allowance, Reset } from '../db/outcome'
import { allOf } from '../decode/allOf'
import type { DecodedCall } from '../decode/reading'
import type { Plan } from '../simulate/plan'
import type { SimulatedPlan } from '../simulate/quote'
import { isSpent, isSpentBefore } from '../simulate/spent'
import { sameAddress } from '../values/address'
import type { Reader } from './fixed'
import { hasTaken } from './operator'
import { shownTo } from './others'

/** The most allowances that are looked at: each takes a simulation or two. */
const most = 16

type Giving = Extract<DecodedCall, { kind: 'approve' | 'permit' | 'approveAll' }>

/** A reading of a call that gives an allowance, and the call's place in the batch. */
type Given = { reading: Giving; index: number; isDirect: boolean }

const givenIn = ({ calls, from }: Plan, read: Reader): Given[] =>
  calls.flatMap((call, index) =>
    call.to && call.data !== '0x'
      ? allOf(read(call)).flatMap((reading, depth): Given[] =>
          (reading.kind === 'approve' ||
            reading.kind === 'permit' ||
            (reading.kind === 'approveAll' && reading.isApproved)) &&
          !reading.isGuess &&
          sameAddress(reading.owner, from)
            ? [{ reading, index, isDirect: depth === 0 }]
            : [],
        )
      : [],
  )

const keepers = { ERC20: 'token', Permit2: 'Permit2' } as const

/** Returns how a reset takes back an allowance; undefined for rights that none takes back. */
const kindOf = ({ standard, tokenId }: Allowance): Reset['standard'] | undefined => {
  if (standard === 'ERC20' || standard === 'Permit2') return standard
  const isOfItems = standard === 'ERC721' || standard === 'ERC1155'
  return isOfItems && tokenId === undefined ? 'collection' : undefined
}

const isGivenBy =
  ({ standard, token, spender }: Reset) =>
  ({ reading, isDirect }: Given): boolean => {
    if (!sameAddress(reading.token, token)) return false
    if (reading.kind === 'approveAll')
      return standard === 'collection' && isDirect && sameAddress(reading.operator, spender)
    return (
      standard !== 'collection' &&
      reading.keeper === keepers[standard] &&
      sameAddress(reading.spender, spender)
    )
  }

/** An allowance that a reset could take back, and what is left of it by the batch. */
type Left = Pick<Allowance, 'before' | 'left'> & { reset: Reset }

const leftIn = ({ allowances }: Pick<SimulatedPlan, 'allowances'>): (Left & Allowance)[] =>
  allowances.flatMap((one) => {
    const { token, spender, left } = one
    const standard = kindOf(one)
    return !standard || left === '0x0' ? [] : [{ ...one, reset: { standard, token, spender } }]
  })

/**
 * True if the batch took something by an allowance that stood before it. Only what is unlimited is not lowered: what
 * is limited and as it was, nobody used.
 */
const isUsedBefore = async (plan: Plan, { reset, before, left }: Left): Promise<boolean> => {
  const { standard, ...pair } = reset
  if (standard === 'collection') return false
  if (left !== 'all') return before === 'all' || BigInt(left) < BigInt(before)
  return isSpentBefore(plan, { ...pair, keeper: keepers[standard] })
}

/** Returns those that stood before, of tokens that the user knows first: a shop may have feigned any number of others. */
const olderIn = async (
  { chainId, from }: Plan,
  left: readonly (Left & Allowance)[],
): Promise<Left[]> => {
  const older = left.filter(({ isOlder }) => isOlder)
  if (older.length === 0) return []
  const known = new Set((await shownTo(chainId, from)).map(({ address }) => address.toLowerCase()))
  const isKnown = ({ token }: Allowance) => known.has(token.toLowerCase())
  return [...older.filter(isKnown), ...older.filter((one) => !isKnown(one))]
}

/**
 * Returns the allowances that a simulated batch takes from and leaves a part of, those that it gives itself first. One
 * that no call takes from is what was asked for, and is not among them; nor is an older right over a collection.
 */
export const leftoversOf = async (
  plan: Plan,
  seen: Pick<SimulatedPlan, 'allowances' | 'changes'>,
  read: Reader,
): Promise<Reset[]> => {
  const given = givenIn(plan, read)
  const all = leftIn(seen)
  const own = all.flatMap((one) => {
    const index = one.isOlder ? undefined : given.findLast(isGivenBy(one.reset))?.index
    return index === undefined ? [] : [{ ...one, index }]
  })
  const found: Reset[] = []
  // One after the other: each asks the node for a whole simulation.
  for (const { reset, left, index } of own.slice(0, most)) {
    const { standard, token } = reset
    const isUsed =
      standard === 'collection'
        ? await hasTaken(plan, seen, token, index)
        : await isSpent(plan, index, { ...reset, keeper: keepers[standard] }, left)
    if (isUsed) found.push(reset)
  }
  for (const one of (await olderIn(plan, all)).slice(0, Math.max(most - own.length, 0)))
    if (await isUsedBefore(plan, one)) found.push(one.reset)
  return found
}
