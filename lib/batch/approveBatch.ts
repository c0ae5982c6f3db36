import { type Approval, journal, type Mode } from '../db'
import type { Expected } from '../db/outcome'
import * as z from 'zod/mini'
import { isOurs } from '../delegate/account'
import { knownDelegate } from '../delegate/delegates'
import { executor } from '../delegate/executor'
import { knownGenesis } from '../network/genesis'
import { internalOrigin } from '../approvals/internalOrigin'
import { address, hex, quantity } from '../rpc/schema'
import { editedRequest, editsShape, replacedBy } from './edits'
import { freeze } from './freeze'
import { addBatch, append, batchOf, stateOf } from './journal'
import { signedCount, transactionCount } from './machine'
import { driven, type BatchRequest } from './batchRequest'

/** How the user lets a batch run, and the terms they saw: gas limits, fees in wei per gas. */
export const batchDecision = z.object({
  mode: z.enum(['one', 'atomic', 'sequence']),
  /** What an atomic batch runs through. */
  delegate: z._default(address, executor),
  upgrade: z.boolean(),
  edits: editsShape,
  /** The foreign delegate that the user lets the upgrade take the place of. */
  replaces: z.optional(address),
  gas: z.array(quantity),
  fees: z.union([
    z.object({ maxFeePerGas: quantity, maxPriorityFeePerGas: quantity }),
    z.object({ gasPrice: quantity }),
  ]),
  expected: z.enum(['succeeds', 'fails', 'unknown']),
  /** The outcomes that were accepted, by hash: the worst of several. None: without a check. */
  outcomes: z.optional(z.array(hex)),
})

/** What the wallet's own page sends of it. */
export type BatchDecision = z.input<typeof batchDecision>

type Decision = z.output<typeof batchDecision> & {
  /** The wallet's own copy of what was accepted. No page gives it: it is no field of the shape above. */
  accepted?: Expected
}

/** The delegate is one that batches run through, and only our own takes another's place. */
const fitsDelegate = ({ mode, delegate, upgrade, replaces }: Decision): boolean =>
  !(upgrade && (mode !== 'atomic' || !isOurs(delegate))) &&
  !(replaces && (!upgrade || isOurs(replaces))) &&
  !(mode === 'atomic' && !knownDelegate(delegate)?.encoding)

const isConsistent = (
  { origin }: Approval,
  { calls, atomicRequired, revokes }: BatchRequest,
  decision: Decision,
) =>
  !(revokes && origin !== internalOrigin) &&
  (decision.mode === 'one') === (calls.length === 1) &&
  !(decision.mode === 'sequence' && atomicRequired) &&
  fitsDelegate(decision) &&
  decision.gas.length === transactionCount({ mode: decision.mode, calls })

/** What an atomic batch runs through, and what that takes the place of. */
const executorOf = (mode: Mode, { delegate, replaces }: Decision) => ({
  delegate: mode === 'atomic' ? delegate : null,
  ...(replaces ? { replaces } : {}),
})

/** Freezes what was approved; the returned write belongs into the transaction of the decision. */
export const approveBatch = async (
  row: Approval,
  asked: BatchRequest,
  id: string,
  decision: Decision,
): Promise<() => Promise<void>> => {
  const edits = decision.edits ?? []
  // Nothing that was edited runs unless it was seen to succeed.
  if (edits.length > 0 && decision.expected !== 'succeeds')
    throw new Error('the decision does not fit the request')
  const request = edits.length > 0 ? await editedRequest(asked, edits) : asked
  const accounts = (await journal.accounts.toArray()).map(({ address }) => address)
  if (!isConsistent(row, request, decision) || driven(request.calls, accounts) !== undefined)
    throw new Error('the decision does not fit the request')
  const { mode, upgrade, gas, fees, accepted: expected = decision.expected } = decision
  const batch = freeze(
    {
      key: row.id,
      origin: row.origin,
      id,
      method: row.method,
      from: request.from,
      chainId: request.chainId,
      calls: request.calls,
      genesis: (await knownGenesis(request.chainId)) ?? null,
      mode,
      upgrade,
      gas,
      fees,
      expected,
      ...executorOf(mode, decision),
      ...(request.revokes ? { revokes: request.revokes } : {}),
      ...(edits.length > 0 ? { edited: await replacedBy(asked, edits) } : {}),
    },
    Date.now(),
  )
  const { rememberParties } = await import('../simulate/knownParties')
  const remember = rememberParties(batch.calls, batch, batch.createdAt)
  return async () => {
    await Promise.all([addBatch(batch), remember()])
  }
}

/**
 * Freezes a batch anew on the terms of a second yes: what is signed already stays as it is, and so do the
 * calls, the account, the chain and the mode. The returned write belongs into the transaction of the decision.
 */
export const approveAgain = async (
  key: string,
  decision: Decision,
): Promise<() => Promise<void>> => {
  const { upgrade, gas, fees, accepted: expected = decision.expected } = decision
  const { hash: _, replaces: __, live, shown, createdAt, ...terms } = await batchOf(key)
  const signed = signedCount(await stateOf(key))
  const gasOfAll = terms.mode === 'sequence' ? [...terms.gas.slice(0, signed), ...gas] : gas
  const { mode } = terms
  if (gasOfAll.length !== transactionCount(terms) || !fitsDelegate({ ...decision, mode }))
    throw new Error('the decision does not fit the batch')
  const batch = {
    ...freeze(
      { ...terms, ...executorOf(mode, decision), upgrade, gas: gasOfAll, fees, expected },
      createdAt,
    ),
    shown,
  }
  return async () => {
    await journal.batches.put({ ...batch, live })
    await append(key, [{ type: 'confirmed' }], Date.now())
  }
}
