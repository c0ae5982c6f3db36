import type { Outcome } from '../db/outcome'
import type { Address, Hash, Hex } from 'viem'
import type { Batch, DeviceSigning, Fees, SponsorTerms } from '../db'
import type { NodeQuestion } from '../network/rpcRequest'
import type { OperationSigning } from '../keyring/sign'
import type { Signing } from '../sign/transaction'
import type { Operation, SignedOperation } from '../db/userOperation'
import type { Answered } from '../sponsor/service'
import type { Event } from '../db/batchEvent'
import type { State } from './state'

/** Answer of one of a network's RPCs. */
export type Answer = { value: unknown } | { error: unknown }

/**
 * A transaction that takes the place of `replaced`, of which none shall have run: its fees, and the deadline of
 * its locks in seconds since 1970.
 */
export type Replacing = { fees: Fees; replaced: readonly Hash[]; deadline?: number | undefined }

/** An operation that is to be signed, its hash, and its deadline in seconds since 1970. */
export type Paid = { operation: Operation; hash: Hash; deadline: number }

/**
 * The runner's RPC requests, signatures, writes, locks and clock go through this type, so that tests can
 * count and break each of them.
 */
export type World = {
  /** Sends an RPC request to a network's node. Throws the node's error, or 4901 if the node is silent. */
  request: (chainId: number, method: string, params: unknown[]) => Promise<unknown>
  /** Sends several RPC requests in one, where the node takes that; without it, each is one of its own. */
  together?: (chainId: number, questions: readonly NodeQuestion[]) => Promise<unknown>[]
  /**
   * Sends an RPC request to each RPC of a network, in their order; without it, `request` alone is asked. Never
   * throws.
   */
  every?: (chainId: number, method: string, params: unknown[]) => Promise<Answer[]>
  /** The network's second node, if the user set one; `ask` resolves to undefined if it is silent. */
  second?: {
    has: (chainId: number) => Promise<boolean>
    ask: (chainId: number, method: string, params: unknown[]) => Promise<unknown>
  }
  /**
   * Simulates a batch at the pre-confirmed state: all of it, or, of calls in order, only the call `index` if that
   * is not the first. `instead`: as the transaction that replaces another; `paid`: as this operation, with what its
   * paymaster takes. Throws if the node is silent or asks to slow down.
   */
  simulate: (batch: Batch, index: number, instead?: Replacing, paid?: Paid) => Promise<Outcome>
  /** Signs for an account; undefined while the wallet is locked, or until a device has signed. */
  sign: (from: Address, signing: Signing) => Promise<Hex | undefined>
  /** The services of batches that somebody else pays for, and the signatures that these need. */
  sponsors?: {
    /** Asks for the data that an operation is sent with, and returns the operation with them. Never throws. */
    final: (
      terms: SponsorTerms,
      chainId: number,
      operation: Operation,
    ) => Promise<Answered<Operation>>
    /** Sends a signed operation. Never throws. */
    send: (terms: SponsorTerms, signed: SignedOperation, hash: Hash) => Promise<Answered<true>>
    /** Signs an operation; undefined while the wallet is locked. */
    sign: (from: Address, signing: OperationSigning) => Promise<SignedOperation | undefined>
    /** False while the wallet is locked: no service is asked for what cannot be signed. */
    isUnlocked: () => Promise<boolean>
  }
  /** Returns what a device is asked to sign next for a batch, if it is asked for anything. */
  asked?: (key: string) => Promise<DeviceSigning | undefined>
  /** Writes events in one transaction and returns the resulting state. `at` in ms since 1970. */
  append: (key: string, events: readonly Event[], at: number) => Promise<State>
  /** Runs under a named mutex, which a stopped worker releases. */
  lock: <T>(name: string, run: () => Promise<T>) => Promise<T>
  /** Runs at once: under a named mutex if nobody has it, else without it. */
  lockIfFree: <T>(name: string, run: (isHeld: boolean) => Promise<T>) => Promise<T>
  /** Current time in ms since 1970. */
  now: () => number
  wait: (ms: number) => Promise<void>
}
