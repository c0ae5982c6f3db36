import type * as z from 'zod/mini'
import type { Address } from 'viem'
import type { Approval } from '../db'
import type { Keyring } from '../keyring/keyring'
import type { Subscriptions } from '../subscriptions/subscriptions'
import type { SiteRequest } from './siteRequest'

type Schema = z.ZodMiniType

/** The part of a method that runs once, when a request first asks, never when it is replayed. */
export type Intake = {
  /** The request as the row keeps it, where that is more than what the site sent. */
  params?: unknown
  /** An equal request of this document that waits already is answered for both. */
  isShared?: boolean
  /** Local checks and cached facts; throws what the site is answered with. */
  check?: () => Promise<void> | void
  /** The key that the request reserves. `taken` runs in the transaction that adds the row. */
  reserve?: { key: string; taken: () => Promise<boolean>; error: () => Error }
}

/** Who asks, and how to ask the user. */
export type Caller = {
  origin: string
  /** The accounts this origin was granted, the active one first. */
  accounts: Address[]
  /** The network this origin is on. */
  chainId: number
  isUnlocked: () => Promise<boolean>
  /** Brings what is known of a chain's batches up to date, at most one refresh of its node old. */
  refresh: (chainId: number) => Promise<unknown>
  /** The request as it came. */
  asked: SiteRequest
  /** Asks the node of that network. */
  node: (method: string, params: unknown[]) => Promise<unknown>
  subscriptions: Pick<Subscriptions, 'subscribe' | 'unsubscribe'>
  /** Opens the wallet's own window on a batch, or brings it to the front. */
  show: (key: string) => Promise<void>
  /** Asks the user and waits for the decision. Idempotent: a replayed request finds its row. */
  ask: (intake?: Intake) => Promise<Approval>
}

/** The write that belongs to a decision, in its own transaction; a signature is kept with the settled row. */
export type Write = () => Promise<void | Pick<Approval, 'signature'>>

/** The part of the keyring that signs for an account: undefined while the wallet is locked. */
export type Signer = Pick<Keyring, 'signMessage' | 'signTypedData'>

/** One request a site may make. */
export type Method<Params extends Schema, Result extends Schema, Decision extends Schema> = {
  name: string
  /** One line of the table of methods. */
  summary: string
  params: Params
  result: Result
  /** Present: it asks the user, and this is what they decide. */
  decision?: Decision
  /** The parameter that names an account. 4100 unless this origin was granted it. */
  account?: (params: z.output<Params>) => Address
  handle: (params: z.output<Params>, site: Caller) => Promise<z.input<Result>>
  /** Carries an approval out: slow work first, then the returned write, in the decision's own transaction. */
  approve?: (
    row: Approval,
    params: z.output<Params>,
    decision: z.output<Decision>,
    signer: Signer,
  ) => Promise<Write>
  /** Runs once the decision is on disk. */
  approved?: () => Promise<void>
}

/**
 * A method as the table and the server see it, whatever its params are: `params` has checked them. Written as
 * methods, whose parameters TypeScript compares both ways, so that a method of any params is one of these.
 */
export type AnyMethod = {
  name: string
  summary: string
  params: Schema
  result: Schema
  decision?: Schema
  account?(params: unknown): Address
  handle(params: unknown, site: Caller): Promise<unknown>
  approve?(row: Approval, params: unknown, decision: unknown, signer: Signer): Promise<Write>
  approved?(): Promise<void>
}

/** States a method once: from it come checks, types, the approval screen and the line in the docs. */
export const defineMethod = <
  Params extends Schema,
  Result extends Schema,
  Decision extends Schema = Schema,
>(
  method: Method<Params, Result, Decision>,
): Method<Params, Result, Decision> => method
