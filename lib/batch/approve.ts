import * as z from 'zod/mini'
import type { Hash } from 'viem'
import { journal, type Approval } from '../db'
import { executor } from '../delegate/executor'
import { knownFact } from '../network/facts'
import { quantity } from '../rpc/schema'
import { freeze } from './freeze'
import { addBatch, append, batchOf, stateOf } from './journal'
import { signedCount, transactionCount } from './machine'
import { driven, type BatchRequest } from './request'

/** How the user lets a batch run, and the terms they saw: gas limits, fees in wei per gas. */
export const batchDecision = z.object({
  mode: z.enum(['one', 'atomic', 'sequence']),
  upgrade: z.boolean(),
  gas: z.array(quantity),
  fees: z.union([
    z.object({ maxFeePerGas: quantity, maxPriorityFeePerGas: quantity }),
    z.object({ gasPrice: quantity }),
  ]),
  expected: z.enum(['succeeds', 'fails', 'unknown']),
})

type Decision = z.output<typeof batchDecision>

const isConsistent = ({ calls, atomicRequired }: BatchRequest, { mode, upgrade, gas }: Decision) =>
  (mode === 'one') === (calls.length === 1) &&
  !(mode === 'sequence' && atomicRequired) &&
  !(upgrade && mode !== 'atomic') &&
  gas.length === transactionCount({ mode, calls })

/** Freezes what was approved; the returned write belongs into the transaction of the decision. */
export const approveBatch = async (
  row: Approval,
  request: BatchRequest,
  id: string,
  decision: Decision,
): Promise<() => Promise<void>> => {
  const accounts = (await journal.accounts.toArray()).map(({ address }) => address)
  if (!isConsistent(request, decision) || driven(request.calls, accounts) !== undefined)
    throw new Error('the decision does not fit the request')
  const { mode, upgrade, gas, fees, expected } = decision
  const batch = freeze(
    {
      ...{ key: row.id, origin: row.origin, id, method: row.method },
      ...{ from: request.from, chainId: request.chainId, calls: request.calls },
      genesis: (await knownFact<Hash>(`genesis:${request.chainId}`)) ?? null,
      ...{ mode, upgrade, gas, fees, expected },
      delegate: mode === 'atomic' ? executor : null,
    },
    Date.now(),
  )
  return () => addBatch(batch)
}

/**
 * Freezes a batch anew on the terms of a second yes: what is signed already stays as it is, and so do the
 * calls, the account, the chain and the mode. The returned write belongs into the transaction of the decision.
 */
export const approveAgain = async (
  key: string,
  decision: Decision,
): Promise<() => Promise<void>> => {
  const { upgrade, gas, fees, expected } = decision
  const { hash: _, live, shown, createdAt, ...terms } = await batchOf(key)
  const signed = signedCount(await stateOf(key))
  const gasOfAll = terms.mode === 'sequence' ? [...terms.gas.slice(0, signed), ...gas] : gas
  if (gasOfAll.length !== transactionCount(terms) || (upgrade && terms.mode !== 'atomic'))
    throw new Error('the decision does not fit the batch')
  const batch = {
    ...freeze({ ...terms, upgrade, gas: gasOfAll, fees, expected }, createdAt),
    shown,
  }
  return async () => {
    await journal.batches.put({ ...batch, live })
    await append(key, [{ type: 'confirmed' }], Date.now())
  }
}
