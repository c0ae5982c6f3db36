import type { Allowance, Reset } from '../db/outcome'
import { allOf } from '../decode/allOf'
import type { DecodedCall } from '../decode/reading'
import type { Plan } from '../simulate/plan'
import type { SimulatedPlan } from '../simulate/quote'
import { sameAddress } from '../values/address'
import type { Reader } from './fixed'

/** The most allowances that are looked at: each takes a simulation or two. */
const most = 16

/** A reading of a call that gives an allowance, and the call's place in the batch. */
type Given = { reading: Extract<DecodedCall, { kind: 'approve' | 'permit' }>; index: number }

const givenIn = ({ calls, from }: Plan, read: Reader): Given[] =>
  calls.flatMap((call, index) =>
    call.to && call.data !== '0x'
      ? allOf(read(call)).flatMap((reading): Given[] =>
          (reading.kind === 'approve' || reading.kind === 'permit') &&
          !reading.isGuess &&
          sameAddress(reading.owner, from)
            ? [{ reading, index }]
            : [],
        )
      : [],
  )

const keepers = { ERC20: 'token', Permit2: 'Permit2' } as const

const isGivenBy =
  ({ token, spender }: Allowance, standard: Reset['standard']) =>
  ({ reading }: Given): boolean =>
    reading.keeper === keepers[standard] &&
    sameAddress(reading.token, token) &&
    sameAddress(reading.spender, spender)

/**
 * Returns the allowances that a simulated batch gives, takes from, and leaves a part of. One that no call takes from
 * is what was asked for, and is not among them.
 */
export const leftoversOf = async (
  plan: Plan,
  { allowances }: Pick<SimulatedPlan, 'allowances'>,
  read: Reader,
): Promise<Reset[]> => {
  const given = givenIn(plan, read)
  const { isSpent } = await import('../simulate/spent')
  const left = allowances
    .flatMap((one) => {
      const { standard, token, spender, left } = one
      if ((standard !== 'ERC20' && standard !== 'Permit2') || left === '0x0') return []
      const index = given.findLast(isGivenBy(one, standard))?.index
      return index === undefined ? [] : [{ reset: { standard, token, spender }, left, index }]
    })
    .slice(0, most)
  const found: Reset[] = []
  // One after the other: each asks the node for a whole simulation.
  for (const { reset, left: amount, index } of left)
    if (await isSpent(plan, index, { ...reset, keeper: keepers[reset.standard] }, amount))
      found.push(reset)
  return found
}
