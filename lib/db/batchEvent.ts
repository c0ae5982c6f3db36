import type { Address, Hash, Hex } from 'viem'

/** A receipt as EIP-5792 shows it: a strict part of `eth_getTransactionReceipt`. */
export type Receipt = {
  transactionHash: Hash
  blockHash: Hash
  blockNumber: Hex
  gasUsed: Hex
  status: '0x1' | '0x0'
  logs: { address: Address; data: Hex; topics: Hex[] }[]
}

/** What the wallet did or saw, in order; a batch is nothing but these. */
export type Event =
  | { type: 'approved' }
  /** Signed and on disk, not necessarily sent. `upgrade`: it carries an authorization, which uses nonce + 1. */
  | {
      type: 'signed'
      index: number
      kind: 'call' | 'cancel'
      nonce: number
      hash: Hash
      raw: Hex
      upgrade: boolean
    }
  /** A node took it, or had it already. */
  | { type: 'sent'; hash: Hash }
  /** A node refused it. The bytes stay valid, so they are sent again. */
  | { type: 'refused'; hash: Hash; reason: string }
  /** In a block that may not be sealed yet; `delegate`: of the account, when this was first seen; `fee`: in wei. */
  | { type: 'included'; hash: Hash; receipt: Receipt; delegate: Address | null; fee?: Hex }
  /**
   * In a sealed block; `ran`: whether its calls were executed, null where that cannot be decided.
   * `second`: what the network's second node said to it, where there is one.
   */
  | {
      type: 'sealed'
      hash: Hash
      receipt: Receipt
      ran: boolean | null
      fee?: Hex
      second?: 'agrees' | 'silent'
    }
  /** The second node has another block in its place: it does not count as sealed. */
  | { type: 'disputed'; hash: Hash }
  /** The block it was in is gone. */
  | { type: 'moved'; hash: Hash }
  /**
   * The account's nonce has passed a transaction's while no block shows that one: another wallet with the
   * same key used it, or the node lags. No proof. `hasHistory`: whether the node can give one later.
   */
  | { type: 'overtaken'; index: number; hasHistory: boolean }
  /** A re-org took the other transaction back: the nonce of call `index` is free again. */
  | { type: 'freed'; index: number }
  /** Proven by a final block: the nonce of call `index` went to the transaction `by`. */
  | { type: 'replaced'; index: number; by: Hash }
  | { type: 'final' }
  /** What was approved does not hold as it is: the user is asked again, and until then nothing is signed. */
  | { type: 'asked'; why: ReapprovalReason }
  /** The user was asked again and said yes; the batch holds the new terms. */
  | { type: 'confirmed' }
  /** Nothing more is signed. */
  | { type: 'stopped'; reason: 'user' | 'expired' | 'delegate' | 'reset' | 'refused' }

/** Why an approval no longer holds: it is old, the account's delegate is another, or a call would now fail. */
export type ReapprovalReason = 'age' | 'delegate' | 'worse'
