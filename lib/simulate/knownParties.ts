import type { Address } from 'viem'
import { journal, type Call } from '../db'
import { comparedWithKnown } from './acquaintance'
import { counterpartiesOf, type OutcomeReceivers } from './counterparties'
import type { Counterparty } from '../db/outcome'

type Place = { from: Address; chainId: number }

/**
 * Returns the counterparties of calls and of their outcome, each with `isNew`, and the known address that a new one
 * resembles.
 */
export const partiesOf = (
  calls: readonly Call[],
  place: Place,
  given?: OutcomeReceivers,
): Promise<Counterparty[]> =>
  comparedWithKnown(
    counterpartiesOf(calls, place, given).map(({ address }) => address),
    place.chainId,
  )

/**
 * Returns a write that stores the counterparties of a batch as known, for the transaction of its approval.
 * Leaves out counterparties that get nothing. `since` is in ms since 1970.
 */
export const rememberParties = (
  calls: readonly Call[],
  place: Place,
  since: number,
  given?: OutcomeReceivers,
): (() => Promise<void>) => {
  const addresses = counterpartiesOf(calls, place, given)
    .filter(({ isReal }) => isReal)
    .map(({ address }) => address.toLowerCase() as Address)
  return async () => {
    const known = await journal.parties.bulkGet(addresses)
    const fresh = addresses.filter((_, index) => !known[index])
    await journal.parties.bulkAdd(fresh.map((address) => ({ address, since })))
  }
}
