import { createContext, useContext } from 'react'
import type { Address } from 'viem'
import type { Counterparty } from '@/lib/db/outcome'

/**
 * A counterparty of the batch on the screen, and the first place that names it: -1 above the calls, -0.5 below what
 * moves there, else a call's index.
 */
export type StatedParty = Counterparty & { statedAt?: number }

/** Everyone in a batch by address in lower case: what a quote says of them, nothing while there is none. */
export type Counterparties = ReadonlyMap<string, StatedParty>

/** A quote's counterparties, to be looked up. */
export const byAddress = (parties: readonly StatedParty[] = []): Counterparties =>
  new Map(parties.map((party) => [party.address.toLowerCase(), party]))

/** Context of the counterparties of the batch on the screen; empty where none waits to be approved. */
export const KnownParties = createContext<Counterparties>(new Map())

/** Place of what stands above the calls, and of what names somebody there again. */
export const [firstPlace, belowFirst] = [-1, -0.75]

/**
 * Where on the screen a sentence stands: the index of its call, -1 for what stands above the calls, -0.75 for a line
 * there about a contract that a line above it names, -0.5 for what is used up or taken back there.
 */
export const SentencePlace = createContext(firstPlace)

/** Addresses in lower case that are written out above the calls. */
export const WrittenOut = createContext<ReadonlySet<string>>(new Set())

/**
 * Returns what is known of a counterparty of the batch on the screen, and if its digits stand above this sentence, or
 * whole on the same screen.
 */
export const useCounterparty = (
  address: Address,
): { known: StatedParty | undefined; isRepeated: boolean } => {
  const known = useContext(KnownParties).get(address.toLowerCase())
  const at = useContext(SentencePlace)
  const isWritten = useContext(WrittenOut).has(address.toLowerCase())
  return {
    known,
    isRepeated: known?.statedAt !== undefined && (isWritten || known.statedAt < at),
  }
}
