import type { Allowance, Reset } from '../db/outcome'
import { allOf } from '../decode/allOf'
import type { DecodedCall } from '../decode/reading'
import type { Plan } from '../simulate/plan'
import type { SimulatedPlan } from '../simulate/quote'
import { isSpent } from '../simulate/spent'
import { sameAddress } from '../values/address'
import type { Reader } from './fixed'
import { hasTaken } from './operator'

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

/**
 * Returns the allowances that a simulated batch gives, takes from, and leaves a part of. One that no call takes from
 * is what was asked for, and is not among them.
 */
export const leftoversOf = async (
  plan: Plan,
  seen: Pick<SimulatedPlan, 'allowances' | 'changes'>,
  read: Reader,
): Promise<Reset[]> => {
  const given = givenIn(plan, read)
  const left = seen.allowances
    .flatMap((one) => {
      const { token, spender, left } = one
      const standard = kindOf(one)
      if (!standard || left === '0x0') return []
      const reset = { standard, token, spender }
      const index = given.findLast(isGivenBy(reset))?.index
      return index === undefined ? [] : [{ reset, left, index }]
    })
    .slice(0, most)
  const found: Reset[] = []
  // One after the other: each asks the node for a whole simulation.
  for (const { reset, left: amount, index } of left) {
    const { standard, token } = reset
    const isUsed =
      standard === 'collection'
        ? await hasTaken(plan, seen, token, index)
        : await isSpent(plan, index, { ...reset, keeper: keepers[standard] }, amount)
    if (isUsed) found.push(reset)
  }
  return found
}
