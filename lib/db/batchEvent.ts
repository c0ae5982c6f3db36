import type { Address, Hash, Hex } from 'viem'
import type { Difference, Failing } from './outcome'
import type { SignedOperation } from './userOperation'

/** A receipt with the fields that EIP-5792 lists, from `eth_getTransactionReceipt`. */
export type Receipt = {
  transactionHash: Hash
  blockHash: Hash
  blockNumber: Hex
  gasUsed: Hex
  status: '0x1' | '0x0'
  logs: { address: Address; data: Hex; topics: Hex[] }[]
}

/** A step of the wallet for a batch, or an observation of the chain. A batch's state is their fold. */
export type Event =
  | { type: 'approved' }
  /**
   * Signed and on disk, not necessarily broadcast. `upgrade`: carries an authorization (EIP-7702), which
   * uses nonce + 1. `deadline` of its locks, in seconds since 1970, after which the chain reverts it.
   */
  | {
      type: 'signed'
      index: number
      kind: 'call' | 'cancel'
      nonce: number
      hash: Hash
      raw: Hex
      upgrade: boolean
      deadline?: number
    }
  /**
   * A user operation (ERC-4337), signed and on disk, not necessarily sent. `hash`: by which the EntryPoint's event names
   * it. `nonce`: the account's, of its transactions, at that time; with `upgrade` the operation's authorization uses it.
   * `since`: the newest block, before which it cannot be. Later events name the operation by its hash; the receipt in
   * them is that of the transaction that held it, with the operation's own logs and success.
   */
  | {
      type: 'operation'
      index: number
      hash: Hash
      signed: SignedOperation
      nonce: number
      upgrade: boolean
      deadline: number
      since: number
    }
  /** A node accepted the transaction, or already had it. */
  | { type: 'sent'; hash: Hash }
  /**
   * A node refused the transaction, or does so now though one had it. Its bytes stay valid, so they are broadcast
   * again. `text`: the node's sentence, without URLs and keys; older events have none.
   */
  | { type: 'refused'; hash: Hash; reason: string; text?: string }
  /** In a block that may be only pre-confirmed. `delegate`: the account's at that time; `fee`: in hex wei. */
  | { type: 'included'; hash: Hash; receipt: Receipt; delegate: Address | null; fee?: Hex }
  /**
   * In a sealed block. `ran`: true if its calls were executed, null if that cannot be decided. `second`:
   * the second node's answer, if the network has one.
   */
  | {
      type: 'sealed'
      hash: Hash
      receipt: Receipt
      ran: boolean | null
      fee?: Hex
      second?: 'agrees' | 'silent'
    }
  /**
   * In a sealed block of which a node has yet to tell something: the second one, if it has that block (its silence is
   * waited for 10 s), or the first one, if the calls ran (5 min).
   */
  | { type: 'awaited'; hash: Hash }
  /** The second node has another block at this height, so the transaction does not count as sealed. */
  | { type: 'disputed'; hash: Hash }
  /** The block that held the transaction is gone, by a reorg or a dropped pre-confirmation. */
  | { type: 'moved'; hash: Hash }
  /**
   * The account's nonce has passed a transaction's while no block shows that one: another wallet with the
   * same key used it, or the node lags. No proof. `hasHistory`: true if the node can prove it later.
   */
  | { type: 'overtaken'; index: number; hasHistory: boolean }
  /** A reorg removed the other transaction: the nonce of call `index` is free again. */
  | { type: 'freed'; index: number }
  /**
   * A final block's time is past the deadline of a user operation, and its nonce was unused there: it can run no more,
   * though it may still use its nonce. `block`: the number of that block, before which it is in none.
   */
  | { type: 'lapsed'; hash: Hash; block: number }
  /**
   * A user operation's cancellation can be in no block: the operation's authorization alone used the account's nonce
   * that it was signed at. Not so any more if a reorg gave the nonce back.
   */
  | { type: 'spent'; hash: Hash; isSpent: boolean }
  /**
   * A user operation is final, and no node has what was to cancel it any more: nobody waits for that, though whoever kept
   * its bytes may send it yet.
   */
  | { type: 'dropped'; hash: Hash }
  /**
   * In this sealed block the cancellation `by` used the nonce of the user operation of call `index`: the nonce was
   * unused before the block. Kept because nodes soon forget the state of a block.
   */
  | { type: 'burnt'; index: number; by: Hash; block: Hex; blockHash: Hash }
  /** The nonce of call `index` went to the transaction `by`, as a final block proves. */
  | { type: 'replaced'; index: number; by: Hash }
  /**
   * Nonces below the lowest one out are unused, and nothing of the wallet has them; none if that is over.
   * `isWaiting`: the node holds transactions there. `isGap`: nothing has happened for a minute.
   */
  | { type: 'behind'; missing: number[]; isWaiting: boolean; isGap: boolean }
  | { type: 'final' }
  /**
   * A transaction that reverted, and which of its calls failed. `by`: the node's trace of it, or a re-run at the
   * parent block, which may differ; without `failing` that run succeeded. Older batches have no such event.
   */
  | { type: 'explained'; hash: Hash; by: 'trace' | 'run'; failing?: Failed }
  /**
   * The approval no longer holds: the user is asked again, and nothing is signed until they answer. `changed`:
   * the first differences from what was accepted; older events have none.
   */
  | { type: 'asked'; why: ReapprovalReason; changed?: Difference[] }
  /** The user approved again; the stored batch has the new terms. */
  | { type: 'confirmed' }
  /** The batch stops: nothing more of it is signed. */
  | { type: 'stopped'; reason: StopReason }

/**
 * A call that failed on chain, and why. `lock`: of a condition of the wallet's own that stopped the batch, its index
 * among those; the call has no index then. Older events name no lock.
 */
export type Failed = Failing & { lock?: number }

/**
 * Why a batch stops. `used`: the nonce that it was to fill is used. `givenUp`: by the user, on a local chain,
 * though what is signed may still run.
 */
export type StopReason = 'user' | 'expired' | 'delegate' | 'reset' | 'refused' | 'used' | 'givenUp'

/**
 * Why an approval no longer holds: too old, the account's delegate or what checks its locks changed, or the outcome is
 * worse now; or who was to pay refuses, is silent, or answers wrongly.
 */
export type ReapprovalReason =
  | 'age'
  | 'delegate'
  | 'checker'
  | 'worse'
  | 'refused'
  | 'silent'
  | 'wrong'
