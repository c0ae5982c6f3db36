import { getAddress, type Address } from 'viem'
import { journal } from '../db'
import type { Counterparty } from '../db/outcome'
import { knownContracts } from '../decode/contracts'

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
 * Compares addresses with those that the user knows. A new one comes with the known one that it resembles: same
 * first and last four digits. A known address never resembles another.
 */
export const comparedWithKnown = async (
  addresses: readonly Address[],
  chainId: number,
): Promise<Counterparty[]> => compared(addresses, await knownLike(addresses, chainId))

/**
 * Reads what the user knows of addresses, ahead of the time when all are found. Returns a function that compares them,
 * and reads once more only if one begins otherwise than all of the first: what it tells is as old as this call.
 */
export const knownAhead = (addresses: readonly Address[], chainId: number) => {
  const starts = new Set(addresses.map(start))
  const reading = knownLike(addresses, chainId)
  // Whoever compares is told.
  reading.catch(() => undefined)
  return async (all: readonly Address[]): Promise<Counterparty[]> =>
    all.every((one) => starts.has(start(one)))
      ? compared(all, await reading)
      : comparedWithKnown(all, chainId)
}

const compared = (addresses: readonly Address[], known: readonly Address[]): Counterparty[] => {
  const same = new Set(known.map(lower))
  return addresses.map((address) => {
    if (same.has(lower(address))) return { address, isNew: false }
    const resembles = known.find(
      (other) => start(other) === start(address) && end(other) === end(address),
    )
    return { address, isNew: true, ...(resembles ? { resembles: getAddress(resembles) } : {}) }
  })
}
