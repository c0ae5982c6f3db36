import type { Address } from 'viem'
import { journal, type Call } from '../db'
import { knownAhead } from './acquaintance'
import { counterpartiesOf, type OutcomeReceivers } from './counterparties'
import type { Counterparty } from '../db/outcome'

type Place = { from: Address; chainId: number }

/**
 * Reads what the user knows of those whom calls name. Returns a function that returns the counterparties of the calls and
 * of their outcome, each with `isNew`, and the known address that a new one resembles.
 */
export const partiesAhead = (calls: readonly Call[], place: Place) => {
  const addressesOf = (given?: OutcomeReceivers) =>
    counterpartiesOf(calls, place, given).map(({ address }) => address)
  const compare = knownAhead(addressesOf(), place.chainId)
  return (given: OutcomeReceivers): Promise<Counterparty[]> => compare(addressesOf(given))
}

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
