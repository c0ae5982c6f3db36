import { createContext, useContext } from 'react'
import type { Address } from 'viem'
import type { Counterparty } from '@/lib/db/outcome'

/** Everyone in a batch by address in lower case: what a quote says of them, nothing while there is none. */
export type Counterparties = ReadonlyMap<string, Counterparty>

/** A quote's counterparties, to be looked up. */
export const byAddress = (parties: readonly Counterparty[] = []): Counterparties =>
  new Map(parties.map((party) => [party.address.toLowerCase(), party]))

/** Who is in the batch on the screen; nobody where none waits to be approved. */
export const KnownParties = createContext<Counterparties>(new Map())

/** Facts on a counterparty of the batch on the screen. */
export const useCounterparty = (address: Address): Counterparty | undefined =>
  useContext(KnownParties).get(address.toLowerCase())
