import { getAddress, type Address } from 'viem'
import { journal, type Call } from '../db'
import { knownContracts } from '../decode/contracts'
import { counterpartiesOf } from './counterparties'
import type { Counterparty } from '../db/outcome'

type Place = { from: Address; chainId: number }

const lower = (address: Address): Address => address.toLowerCase() as Address

/** `0x` and the first four digits: what is looked up by the index. */
const start = (address: Address): string => lower(address).slice(0, 6)

const end = (address: Address): string => lower(address).slice(-4)

/** Everyone known whose address begins as one of these does: dealt with, named, the user's own, or famous. */
const knownLike = async (addresses: readonly Address[], chainId: number): Promise<Address[]> => {
  const starts = [...new Set(addresses.map(start))]
  if (starts.length === 0) return []
  const [parties, contacts, accounts] = await Promise.all([
    journal.parties.where('address').startsWithAnyOf(starts).primaryKeys(),
    journal.contacts.where('address').startsWithAnyOfIgnoreCase(starts).primaryKeys(),
    journal.accounts.where('address').startsWithAnyOfIgnoreCase(starts).primaryKeys(),
  ])
  const famous = knownContracts(chainId).filter((address) => starts.includes(start(address)))
  // A name or a checksum says more than what was merely written down.
  return [...accounts, ...contacts, ...famous, ...parties]
}

/**
 * Everyone that calls deal with, whether for the first time, and whom they are made to look like. Somebody
 * known looks like nobody.
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
 * Remembers whom a batch deals with, those who get nothing left out; the returned write belongs into the
 * transaction of its approval. `since` in ms since 1970.
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
