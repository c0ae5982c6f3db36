import type { Address } from 'viem'
import { contractName } from '@/lib/decode/contracts'
import { sameAddress } from '@/lib/values/address'
import type { Place } from './place'

/** Somebody on a line who gets something, or may take it. `isCalled`: a call with data goes to that address. */
export type Candidate = { line: string; address: Address; isCalled?: boolean }

const keyOf = (line: string, address: Address): string => `${line} ${address.toLowerCase()}`

/** Addresses that are written out, each on the first line that names it. */
export type Wholes = ReadonlySet<string>

/** Tells if an address is written out on a line. */
export const isWhole = (wholes: Wholes, line: string, address: Address): boolean =>
  wholes.has(keyOf(line, address))

/** Returns the addresses that are written out, in lower case. */
export const writtenIn = (wholes: Wholes): ReadonlySet<string> =>
  new Set([...wholes].map((key) => key.slice(key.lastIndexOf(' ') + 1)))

/**
 * Chooses the addresses that a decision hangs on: of receivers and spenders without a name, those that are more than
 * the contract which a call uses; only where there is none of these, such a contract. `lines` in the order of the
 * screen; `known`: those with a name, or whose digits stand elsewhere already.
 */
export const wholesOf = (
  lines: readonly Candidate[],
  known: readonly Address[],
  { from, chainId }: Pick<Place, 'from' | 'chainId'>,
): Wholes => {
  const isKnown = (address: Address): boolean =>
    sameAddress(address, from) ||
    contractName(address, chainId) !== undefined ||
    known.some((one) => sameAddress(one, address))
  const first = new Map<string, Candidate>()
  for (const one of lines) {
    const key = one.address.toLowerCase()
    if (!isKnown(one.address) && !first.has(key)) first.set(key, one)
  }
  const all = [...first.values()]
  const decisive = all.filter(({ address }) =>
    lines.some((one) => sameAddress(one.address, address) && !one.isCalled),
  )
  return new Set(
    (decisive.length > 0 ? decisive : all.slice(0, 1)).map(({ line, address }) =>
      keyOf(line, address),
    ),
  )
}
