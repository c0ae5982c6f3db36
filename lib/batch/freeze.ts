import { keccak256, stringToHex, type Hash } from 'viem'
import type { Batch } from '../db'

/** What a batch is signed from, and what was expected of it. */
export type FrozenTerms = Omit<Batch, 'hash' | 'live' | 'shown' | 'clearedAt' | 'createdAt'>

/** keccak256 over everything that decides what is signed, in one fixed order. */
export const hashOf = (terms: FrozenTerms): Hash => {
  const { key, origin, id, method, from, chainId, genesis, mode, delegate, upgrade, gas, fees } =
    terms
  const calls = terms.calls.map(({ to, value, data, gas: limit }) => [
    to,
    value,
    data,
    limit ?? null,
  ])
  const price =
    'gasPrice' in fees ? [fees.gasPrice] : [fees.maxFeePerGas, fees.maxPriorityFeePerGas]
  return keccak256(
    stringToHex(
      JSON.stringify([
        key,
        origin,
        id,
        method,
        from,
        chainId,
        genesis,
        mode,
        calls,
        delegate,
        upgrade,
        gas,
        price,
        ...(terms.replaces ? [terms.replaces] : []),
        ...(terms.revokes ? ['revokes', terms.revokes] : []),
      ]),
    ),
  )
}

/** The batch as it is stored at approval. `createdAt` in ms since 1970. */
export const freeze = (terms: FrozenTerms, createdAt: number): Batch => ({
  ...terms,
  hash: hashOf(terms),
  createdAt,
  live: 1,
  shown: 1,
})

/** Throws unless the stored batch is still the one that was approved. */
export const assertFrozen = (batch: Batch): void => {
  if (hashOf(batch) !== batch.hash) throw new Error('the stored batch is not the approved one')
}
