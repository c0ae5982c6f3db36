import type { Hash, Hex } from 'viem'

/** What tells one state of a chain from the next, as text. */
export type BlockFingerprint = string

type PendingBlock = {
  number: Hex | null
  hash: Hash | null
  gasUsed?: Hex
  timestamp?: Hex
  transactions: unknown[]
}

/**
 * The state that a node shows. A pre-confirmed block may have neither number nor hash: then its gas used,
 * its transaction count and its timestamp tell one refresh from the next.
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
