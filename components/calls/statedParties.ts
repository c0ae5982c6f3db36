import type { Address } from 'viem'
import type { Lock } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { assetKey } from '@/lib/simulate/material'
import { isRightLine, isTakenBack, isUsedUp, mayFold } from './changeRows'
import type { StatedParty } from './counterparties'
import type { ReadCall } from './outflowsOf'
import type { Place } from './place'
import { few, onwardRows } from './receiverRows'
import { isNameless } from './tokenFacts'
import { unmeasuredOf } from './unmeasured'

/** Returns the addresses that the sentence of a call names, where no publisher's words replace it. */
const namedIn = ({ call: { to }, reading }: ReadCall): (Address | null)[] => {
  switch (reading?.kind) {
    case 'none':
      return [to]
    case 'transfer':
    case 'transferItems':
      return [reading.to]
    case 'approve':
    case 'permit':
      return [reading.spender]
    case 'approveAll':
      return [reading.operator]
    case 'right':
      return [reading.holder, reading.keeper]
    case 'swap':
      return [to]
    default:
      return []
  }
}

/** The digits of an address that a repeated chip shows. */
const ends = (address: string): string => address.slice(-4).toLowerCase()

/**
 * Tells of each counterparty where the screen names it first, so that it is neither marked nor written out again
 * below. Nobody whose last digits another address of the batch has: four would not tell them apart.
 */
export const statedParties = (
  quote: Pick<Quote, 'parties' | 'payees' | 'allowances' | 'changes' | 'unchecked'> & {
    lock?: Pick<Lock, 'resets'>
  },
  calls: readonly ReadCall[],
  place: Place,
): StatedParty[] => {
  const { parties, payees, changes, lock } = quote
  const allowances = quote.allowances.filter((one) => !isTakenBack(one, lock ?? {}, calls))
  const { from } = place
  const first = new Map<string, number>()
  const state = (address: Address | null, at: number) => {
    const key = address?.toLowerCase()
    if (key !== undefined && !first.has(key)) first.set(key, at)
  }
  // Gains that may stand behind a button name nobody.
  const seen = mayFold(changes) ? changes.filter(({ direction }) => direction === 'out') : changes
  for (const change of seen) {
    if (change.direction === 'out')
      payees
        .find(({ of }) => of === assetKey(change))
        ?.to.slice(0, few)
        .forEach(({ address }) => state(address, -1))
    else onwardRows(change, calls, from).rows.forEach(({ address }) => state(address ?? null, -1))
  }
  for (const { asset } of seen)
    if (asset.standard !== 'native' && isNameless(place.tokens, asset.address))
      state(asset.address, -1)
  for (const one of allowances.filter((line) => !isUsedUp(line))) {
    state(one.spender, -1)
    if (isRightLine(one)) state(one.token, -1)
  }
  for (const one of allowances.filter(isUsedUp)) {
    state(one.spender, -0.5)
    if (isRightLine(one)) state(one.token, -0.5)
  }
  const left = unmeasuredOf(calls, quote, place)
  for (const { holder, keeper } of left.rights) [holder, keeper].forEach((one) => state(one, -1))
  // Several receivers of one line stand there by their number.
  for (const { to } of left.outflows) if (to.length === 1) state(to[0] ?? null, -1)
  calls.forEach((one, at) => namedIn(one).forEach((address) => state(address, at)))

  const all = [from, ...parties.map(({ address }) => address), ...calls.map(({ call }) => call.to)]
  const shared = Map.groupBy(
    new Set(all.flatMap((address) => address?.toLowerCase() ?? [])),
    (address) => ends(address),
  )
  return parties.map((party) => {
    const statedAt = first.get(party.address.toLowerCase())
    const isAlone = shared.get(ends(party.address))?.length === 1
    return statedAt === undefined || !isAlone || party.resembles ? party : { ...party, statedAt }
  })
}
