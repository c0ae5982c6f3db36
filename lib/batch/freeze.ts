import { keccak256, stringToHex, type Hash } from 'viem'
import type { Batch, Call, SponsorTerms } from '../db'

/** The terms of a batch: everything that it is signed from, and the expected outcome. */
export type FrozenTerms = Omit<
  Batch,
  'hash' | 'live' | 'shown' | 'told' | 'clearedAt' | 'createdAt'
>

/** The terms hashed last for each batch: hashing those of a thousand calls takes longer than signing one. */
const hashed = new Map<string, { terms: string; hash: Hash }>()

const hashOnce = (key: string, terms: string): Hash => {
  const known = hashed.get(key)
  if (known?.terms === terms) return known.hash
  const hash = keccak256(stringToHex(terms))
  if (hashed.size >= 16) hashed.clear()
  hashed.set(key, { terms, hash })
  return hash
}

const sponsorOf = (sponsor: SponsorTerms) => [
  'sponsor',
  sponsor.url,
  sponsor.bundler,
  sponsor.context ?? null,
  sponsor.paymaster,
  sponsor.data,
  sponsor.isFinal,
  sponsor.callGasLimit,
  sponsor.verificationGasLimit,
  sponsor.preVerificationGas,
  sponsor.paymasterVerificationGasLimit,
  sponsor.paymasterPostOpGasLimit,
  ...(sponsor.charges
    ? ['charges', sponsor.charges.map(({ token, amount }) => [token, amount])]
    : []),
]

const termsOf = (calls: readonly Call[]) =>
  calls.map(({ to, value, data, gas: limit }) => [to, value, data, limit ?? null])

/** Returns keccak256 over every term that decides what is signed, in one fixed order. */
export const hashOf = (terms: FrozenTerms): Hash => {
  const { key, origin, id, method, from, chainId, genesis, mode, delegate, upgrade, gas, fees } =
    terms
  const [calls, locks] = [termsOf(terms.calls), termsOf(terms.locks ?? [])]
  const price =
    'gasPrice' in fees ? [fees.gasPrice] : [fees.maxFeePerGas, fees.maxPriorityFeePerGas]
  return hashOnce(
    key,
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
      ...(terms.nonce === undefined ? [] : ['nonce', terms.nonce]),
      ...(terms.locks ? ['locks', locks] : []),
      ...(terms.checkers
        ? ['checkers', terms.checkers.map(({ address, code }) => [address, code])]
        : []),
      ...(terms.sponsor ? sponsorOf(terms.sponsor) : []),
    ]),
  )
}

/** Returns the batch row that approval stores. `createdAt` in ms since 1970. */
export const freeze = (terms: FrozenTerms, createdAt: number): Batch => ({
  ...terms,
  hash: hashOf(terms),
  createdAt,
  live: 1,
  shown: 1,
})

/** Throws if a stored batch's terms no longer match the hash taken at approval. */
export const assertFrozen = (batch: Batch): void => {
  if (hashOf(batch) !== batch.hash) throw new Error('the stored batch is not the approved one')
}
