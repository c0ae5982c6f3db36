import { getAddress, type Address } from 'viem'
import { journal, type Call } from '../db'
import { knownContracts } from '../decode/contracts'
import { counterpartiesOf } from './counterparties'
import type { Counterparty } from '../db/outcome'

type Place = { from: Address; chainId: number }

const lower = (address: Address): Address => address.toLowerCase() as Address

/** Returns `0x` and the first four digits in lower case: the prefix for the database index. */
const start = (address: Address): string => lower(address).slice(0, 6)

const end = (address: Address): string => lower(address).slice(-4)

/**
 * Returns the known addresses with the same first four digits as one of these: the user's own accounts,
 * contacts, well-known contracts and past counterparties.
 */
const knownLike = async (addresses: readonly Address[], chainId: number): Promise<Address[]> => {
  const starts = [...new Set(addresses.map(start))]
  if (starts.length === 0) return []
  const [parties, contacts, accounts] = await Promise.all([
    journal.parties.where('address').startsWithAnyOf(starts).primaryKeys(),
    journal.contacts.where('address').startsWithAnyOfIgnoreCase(starts).primaryKeys(),
    journal.accounts.where('address').startsWithAnyOfIgnoreCase(starts).primaryKeys(),
  ])
  const famous = knownContracts(chainId).filter((address) => starts.includes(start(address)))
  // The first match is shown: the user's own and named addresses come before past counterparties.
  return [...accounts, ...contacts, ...famous, ...parties]
}

/**
 * Returns the counterparties of calls, each with `isNew`, and the known address that a new one resembles:
 * same first and last four digits. A known address never resembles another.
 */
export const partiesOf = async (calls: readonly Call[], place: Place): Promise<Counterparty[]> => {
  const dealings = counterpartiesOf(calls, place)
  const known = await knownLike(
    dealings.map(({ address }) => address),
    place.chainId,
  )
  const same = new Set(known.map(lower))
  return dealings.map(({ address }) => {
    if (same.has(lower(address))) return { address, isNew: false }
    const resembles = known.find(
      (other) => start(other) === start(address) && end(other) === end(address),
    )
    return { address, isNew: true, ...(resembles ? { resembles: getAddress(resembles) } : {}) }
  })
}

/**
 * Returns a write that stores the counterparties of a batch as known, for the transaction of its approval.
 * Leaves out counterparties that get nothing. `since` is in ms since 1970.
 */
export const rememberParties = (
  calls: readonly Call[],
  place: Place,
  since: number,
): (() => Promise<void>) => {
  const addresses = counterpartiesOf(calls, place)
    .filter(({ isReal }) => isReal)
    .map(({ address }) => lower(address))
  return async () => {
    const known = await journal.parties.bulkGet(addresses)
    const fresh = addresses.filter((_, index) => !known[index])
    await journal.parties.bulkAdd(fresh.map((address) => ({ address, since })))
  }
}
