import type { Hash, Hex } from 'viem'

/** Fingerprint of a chain's newest state, as JSON text; equal text means an unchanged chain. */
export type BlockFingerprint = string

type PendingBlock = {
  number: Hex | null
  hash: Hash | null
  gasUsed?: Hex
  timestamp?: Hex
  transactions: unknown[]
}

/**
 * Returns the fingerprint of a node's pending and latest block. A pre-confirmed block may lack number and
 * hash: gas used, timestamp and transaction count then tell one refresh from the next.
 */
export const blockFingerprint = (
  pending: PendingBlock | null,
  latest: { hash: Hash | null } | null,
): BlockFingerprint =>
  JSON.stringify([
    latest?.hash ?? null,
    pending &&
      [pending.number, pending.hash, pending.gasUsed, pending.timestamp].map((field) => field ?? 0),
    pending?.transactions.length ?? 0,
  ])
