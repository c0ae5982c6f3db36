import type { Address } from 'viem'
import { type Approval, type Batch, type Call, journal, type Mode } from '../db'
import type { Expected, Lock, Verdict } from '../db/outcome'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { knownDelegate } from '../delegate/delegates'
import { executorToInstall } from '../delegate/account'
import { executor, isOurs } from '../delegate/executor'
import { sameAddress } from '../values/address'
import { knownGenesis } from '../network/genesis'
import { findNetwork } from '../network/networks'
import { internalOrigin } from '../approvals/internalOrigin'
import { noCost } from '../lock/least'
import { locksOf } from '../lock/locks'
import { address, hex, quantity } from '../rpc/schema'
import { rememberParties } from '../simulate/knownParties'
import { withDeadline } from '../sponsor/callData'
import type { Offer } from '../sponsor/offer'
import { routerFor } from '../lock/routerFor'
import { editedRequest, editsShape, replacedBy } from './edits'
import type { Event } from '../db/batchEvent'
import type { FrozenBatch } from '../rpc/method'
import { freeze } from './freeze'
import { addBatch, append, batchOf, stateOf } from './journal'
import { signedCount, transactionCount } from './machine'
import { driven, type BatchRequest } from './batchRequest'
import { fitsOneTransaction } from './size'
import { lockedCalls } from './batchTransaction'

/** Schema of fees, in hex wei per gas. */
export const feesShape = v.union([
  object({ maxFeePerGas: quantity, maxPriorityFeePerGas: quantity }),
  object({ gasPrice: quantity }),
])

/** The user's decision on a batch: execution mode, gas limits (hex), fees (hex wei per gas), outcome. */
export const batchDecision = object({
  mode: v.picklist(['one', 'atomic', 'sequence']),
  /** The executor contract of an atomic batch (EIP-7702 delegate). */
  delegate: v.optional(address, executor),
  upgrade: v.boolean(),
  edits: editsShape,
  /** The foreign delegate that the user agreed to replace by the upgrade. */
  replaces: v.optional(address),
  gas: v.array(quantity),
  fees: feesShape,
  expected: v.picklist(['succeeds', 'fails', 'unknown']),
  /** Hashes of the accepted outcomes, of which the worst binds. Absent if no simulation was accepted. */
  outcomes: v.optional(v.array(hex)),
  /** Set if the user saw that somebody else pays. */
  isSponsored: v.optional(v.literal(true)),
})

/** A batch decision as the wallet's own page sends it. */
export type BatchDecision = v.InferInput<typeof batchDecision>

/** The user's decision on a batch with what the background keeps of it. */
export type ApprovedTerms = v.InferOutput<typeof batchDecision> & {
  /** The background's own copy of the accepted outcome. No page can set it: the schema lacks the field. */
  accepted?: Expected
  /** The lock that was shown with it, likewise. */
  lock?: Lock
  /** The terms by which somebody else pays, likewise. */
  offer?: Offer
}

/**
 * True if an atomic batch has a delegate of known encoding, and an upgrade installs only the executor that is meant
 * for the account, over a plain account or a foreign delegate.
 */
const fitsDelegate = (
  { mode, delegate, upgrade, replaces }: ApprovedTerms,
  installed: Address,
): boolean =>
  !(upgrade && (mode !== 'atomic' || !sameAddress(delegate, installed))) &&
  !(replaces && (!upgrade || sameAddress(replaces, installed))) &&
  !(mode === 'atomic' && !knownDelegate(delegate)?.encoding)

/**
 * True if a mode fits the number of calls: one that was sent as a batch may run as one, to be locked, and one of the
 * wallet's own if somebody else pays for it.
 */
const fitsMode = (
  { origin, method }: Pick<Batch, 'origin' | 'method'>,
  { length }: readonly Call[],
  { mode, offer }: ApprovedTerms,
): boolean => {
  const isBatch = method === 'wallet_sendCalls' || (origin === internalOrigin && Boolean(offer))
  return length === 1 ? mode === 'one' || (mode === 'atomic' && isBatch) : mode !== 'one'
}

/** True if the user saw who pays, and what runs is an operation of the wallet's own executor. */
const fitsOffer = ({ offer, isSponsored, mode, delegate }: ApprovedTerms): boolean =>
  offer === undefined
    ? isSponsored === undefined
    : isSponsored === true && mode === 'atomic' && isOurs(delegate)

const isConsistent = (
  { origin, method }: Approval,
  { calls, atomicRequired, revokes, paymaster }: BatchRequest,
  decision: ApprovedTerms,
  installed: Address,
) =>
  !(revokes && origin !== internalOrigin) &&
  fitsMode({ origin, method }, calls, decision) &&
  !(calls.length === 1 && decision.upgrade && !revokes && !decision.offer) &&
  !(decision.mode === 'sequence' && atomicRequired) &&
  fitsDelegate(decision, installed) &&
  fitsOffer(decision) &&
  // The site was not told that its user may pay.
  (paymaster?.optional !== false || decision.offer !== undefined) &&
  decision.gas.length === transactionCount({ mode: decision.mode, calls })

/** Returns the stored `delegate` (null unless atomic) and the foreign delegate that it replaces, if any. */
const executorOf = (mode: Mode, { delegate, replaces }: ApprovedTerms) => ({
  delegate: mode === 'atomic' ? delegate : null,
  ...(replaces ? { replaces } : {}),
})

/**
 * Returns the locks of a batch, of the outcome and at the price that the user accepted. None if they saw none. Throws
 * if the locks make it too large, which the quote would have shown.
 */
const lockedBy = (
  { from, calls, chainId }: Pick<Batch, 'from' | 'calls' | 'chainId'>,
  mode: Mode,
  { lock, accepted, gas, fees, delegate, offer }: ApprovedTerms,
): Pick<Batch, 'locks' | 'checkers'> => {
  // A batch that was shown as locked runs locked, or not at all.
  if (lock && mode !== 'atomic') throw new Error('the locks do not fit the batch')
  const isLocked = lock && accepted
  const cost = offer ? noCost : { gas, fees }
  const held = isLocked ? locksOf(lock, from, accepted.changes, cost) : []
  const router = offer && routerFor(chainId)
  if (offer && !router) throw new Error('nothing keeps the deadline of the operation')
  const locks = router ? withDeadline(held, router, from) : held
  if (!isLocked && !router) return {}
  if (!fitsOneTransaction(lockedCalls({ calls, locks }), delegate))
    throw new Error('the locks do not fit the batch')
  if (locks.length === 0) return {}
  return { locks, ...(lock ? { checkers: lock.checkers } : {}) }
}

/** Returns the terms by which a batch is paid: those of whoever pays instead of the user, or the user's own. */
const paidBy = ({ offer, gas, fees }: ApprovedTerms) =>
  offer
    ? { gas: [offer.terms.callGasLimit], fees: offer.fees, sponsor: offer.terms }
    : { gas, fees }

/**
 * Freezes an approved batch and returns it, with the write for the decision's transaction. Throws if the decision
 * does not fit the request, or a call sends data to one of the user's accounts.
 */
export const approveBatch = async (
  row: Approval,
  asked: BatchRequest,
  id: string,
  decision: ApprovedTerms,
): Promise<FrozenBatch> => {
  const edits = decision.edits ?? []
  // An edited batch runs only if the user saw it succeed in simulation.
  if (edits.length > 0 && decision.expected !== 'succeeds')
    throw new Error('the decision does not fit the request')
  const request = edits.length > 0 ? editedRequest(asked, edits) : asked
  const [rows, installed, genesis] = await Promise.all([
    journal.accounts.toArray(),
    executorToInstall(request.from),
    knownGenesis(request.chainId),
  ])
  const accounts = rows.map(({ address }) => address)
  if (
    !isConsistent(row, request, decision, installed) ||
    driven(request.calls, accounts) !== undefined
  )
    throw new Error('the decision does not fit the request')
  const { mode, upgrade, accepted: expected = decision.expected } = decision
  const batch = freeze(
    {
      key: row.id,
      origin: row.origin,
      id,
      method: row.method,
      from: request.from,
      chainId: request.chainId,
      calls: request.calls,
      genesis: genesis ?? findNetwork(request.chainId)?.genesis ?? null,
      mode,
      upgrade,
      ...paidBy(decision),
      expected,
      ...lockedBy(request, mode, decision),
      ...executorOf(mode, decision),
      ...(request.revokes ? { revokes: request.revokes } : {}),
      ...(edits.length > 0 ? { edited: replacedBy(asked, edits) } : {}),
    },
    Date.now(),
  )
  const given = typeof batch.expected === 'object' ? batch.expected : undefined
  const remember = rememberParties(batch.calls, batch, batch.createdAt, given)
  const write = async (first?: readonly Event[]) => {
    await Promise.all([addBatch(batch, first), remember()])
  }
  return { batch, write }
}

/**
 * Freezes a batch with the terms of a second approval; signed transactions, calls, account and chain stay, and the
 * mode, unless it is a single call: that runs as it was shown. Returns the write for the decision's transaction. Throws
 * if the decision does not fit the batch.
 */
export const approveAgain = async (
  key: string,
  decision: ApprovedTerms,
): Promise<() => Promise<void>> => {
  const { mode, upgrade, accepted = decision.expected } = decision
  const {
    hash: _,
    replaces: __,
    locks: ___,
    checkers: ____,
    sponsor: before,
    mode: modeBefore,
    live,
    shown,
    told,
    createdAt,
    ...terms
  } = await batchOf(key)
  const signed = signedCount(await stateOf(key))
  const isSingle = terms.calls.length === 1
  // A single call may have gained or lost its lock, or who pays for it, since it was approved.
  const keepsMode =
    mode === modeBefore ||
    (isSingle && signed === 0 && !terms.revokes && fitsMode(terms, terms.calls, decision))
  const { gas, ...paid } = paidBy(decision)
  const gasOfAll = mode === 'sequence' ? [...terms.gas.slice(0, signed), ...gas] : gas
  const expected = ofAllCalls(accepted, mode === 'sequence' ? signed : 0)
  const installed = await executorToInstall(terms.from)
  const fits =
    keepsMode &&
    !(isSingle && upgrade && !terms.revokes && !decision.offer) &&
    fitsDelegate(decision, installed) &&
    fitsOffer(decision)
  if (gasOfAll.length !== transactionCount({ mode, calls: terms.calls }) || !fits)
    throw new Error('the decision does not fit the batch')
  if (decision.offer && !before) throw new Error('the decision does not fit the batch')
  const batch = {
    ...freeze(
      {
        ...terms,
        ...lockedBy(terms, mode, decision),
        ...executorOf(mode, decision),
        ...paid,
        mode,
        upgrade,
        gas: gasOfAll,
        expected,
      },
      createdAt,
    ),
    shown,
  }
  return async () => {
    await journal.batches.put({ ...batch, live, ...(told === undefined ? {} : { told }) })
    await append(key, [{ type: 'confirmed' }], Date.now())
  }
}

/** Counts the failing call of an outcome, which is that of the calls left, among all calls of the batch. */
const ofAllCalls = (accepted: Verdict | Expected, signed: number): Verdict | Expected => {
  if (typeof accepted === 'string' || accepted.failing?.index == null) return accepted
  const { index, reason } = accepted.failing
  return { ...accepted, failing: { index: index + signed, reason } }
}
