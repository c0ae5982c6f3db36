import type * as v from 'valibot'
import type { Address } from 'viem'
import type { Approval, Batch } from '../db'
import type { Event } from '../db/batchEvent'
import type { Keyring } from '../keyring/keyring'
import type { Subscriptions } from '../subscriptions/subscriptions'
import type { SiteRequest } from './siteRequest'

type Schema = v.GenericSchema

/** Work that a method does once, when a request first arrives; a replayed request skips it. */
export type Intake = {
  /** Params to store in the row, if they hold more than the site sent. */
  params?: unknown
  /** Dedupes: an equal pending request of the same document is shown once and answers both. */
  isShared?: boolean
  /** Checks that need no network. Throws the error that the site is answered with. */
  check?: () => Promise<void> | void
  /** Key to reserve, such as a batch ID. `taken` runs in the transaction that adds the row. */
  reserve?: { key: string; taken: () => Promise<boolean>; error: () => Error }
}

/** Context of a handler: the site that sent the request and the services it may use. */
export type Caller = {
  origin: string
  /** Accounts granted to this origin, the active one first. */
  accounts: Address[]
  /** Chain ID of the network that this origin is on. */
  chainId: number
  isUnlocked: () => Promise<boolean>
  /**
   * Brings the stored state of a batch up to date, unless that was done within the refresh interval of its chain's node.
   */
  refresh: (chainId: number, key: string) => Promise<unknown>
  /** The request as the Port delivered it. */
  asked: SiteRequest
  /** Sends a request to the node of `chainId`. */
  node: (method: string, params: unknown[]) => Promise<unknown>
  subscriptions: Pick<Subscriptions, 'subscribe' | 'unsubscribe'>
  /** Opens the wallet's window for a batch, or focuses it. */
  show: (key: string) => Promise<void>
  /** Asks the user and waits for their decision. Idempotent: a replayed request finds its row. */
  ask: (intake?: Intake) => Promise<Approval>
}

/**
 * Database write that runs in the transaction of a decision; a signature it returns is stored in the settled
 * row.
 */
export type Write = () => Promise<void | Pick<Approval, 'signature'>>

/**
 * A batch with the terms that the user approved, and the database write that stores it with its first events, those of
 * a transaction that was signed at once; it runs in the transaction of the decision.
 */
export type FrozenBatch = { batch: Batch; write: (first?: readonly Event[]) => Promise<void> }

/** The keyring's functions that sign for an account; they return undefined while the wallet is locked. */
export type Signer = Pick<Keyring, 'signMessage' | 'signTypedData'>

/** Definition of a JSON-RPC method that a site may call. */
export type Method<Params extends Schema, Result extends Schema, Decision extends Schema> = {
  name: string
  params: Params
  result: Result
  /** Schema of the user's decision; present only if the method asks the user. */
  decision?: Decision
  /** Returns the account that the params name. 4100 unless it was granted to this origin. */
  account?: (params: v.InferOutput<Params>) => Address
  handle: (params: v.InferOutput<Params>, site: Caller) => Promise<v.InferInput<Result>>
  /** Carries out an approval: does the slow work, then returns the write for the decision's transaction. */
  approve?: (
    row: Approval,
    params: v.InferOutput<Params>,
    decision: v.InferOutput<Decision>,
    signer: Signer,
  ) => Promise<Write>
  /** Carries out the approval of a batch, in the place of `approve`. */
  freeze?: (
    row: Approval,
    params: v.InferOutput<Params>,
    decision: v.InferOutput<Decision>,
  ) => Promise<FrozenBatch>
  /** Runs after the decision's transaction is committed. */
  approved?: () => Promise<void>
}

/**
 * A method of any params, for the table and the server, which checks params against the schema. Written in
 * method syntax, whose parameters TypeScript compares bivariantly, so that every `Method` is assignable.
 */
export type AnyMethod = {
  name: string
  params: Schema
  result: Schema
  decision?: Schema
  account?(params: unknown): Address
  handle(params: unknown, site: Caller): Promise<unknown>
  approve?(row: Approval, params: unknown, decision: unknown, signer: Signer): Promise<Write>
  freeze?(row: Approval, params: unknown, decision: unknown): Promise<FrozenBatch>
  approved?(): Promise<void>
}

/** Loads a method whose code is no part of the script that starts the background. */
export type LoadMethod = () => Promise<AnyMethod>

/** Defines a method: its checks, types and approval screen derive from this one statement. */
export const defineMethod = <
  Params extends Schema,
  Result extends Schema,
  Decision extends Schema = Schema,
>(
  method: Method<Params, Result, Decision>,
): Method<Params, Result, Decision> => method
