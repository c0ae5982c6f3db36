import * as z from 'zod/mini'
import type { Hash } from 'viem'
import { journal, type Approval } from '../db'
import { executor } from '../delegate/executor'
import { knownFact } from '../network/facts'
import { quantity } from '../rpc/schema'
import { freeze } from './freeze'
import { addBatch } from './journal'
import { transactionCount } from './machine'
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
  const { mode, upgrade, gas, fees } = decision
  const batch = freeze(
    {
      ...{ key: row.id, origin: row.origin, id, method: row.method },
      ...{ from: request.from, chainId: request.chainId, calls: request.calls },
      genesis: (await knownFact<Hash>(`genesis:${request.chainId}`)) ?? null,
      ...{ mode, upgrade, gas, fees },
      delegate: mode === 'atomic' ? executor : null,
    },
    Date.now(),
  )
  return () => addBatch(batch)
}
