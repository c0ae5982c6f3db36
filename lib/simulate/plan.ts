import type { Address } from 'viem'
import type { BatchRequest } from '../batch/batchRequest'
import { fitsOneTransaction, tooManyBytes } from '../batch/size'
import type { Call, Mode } from '../db'
import { executorFor, type AccountCode } from '../delegate/account'
import { atomicityOf, chainSupport } from '../delegate/support'
import { rpcError } from '../rpc/errors'
import type { GasTerms } from './gas'

/** What an earlier batch of the account has still to bring into a block; `whole`: its transaction, where one runs all calls. */
export type UnminedCalls = {
  calls: readonly Call[]
  whole?: { transaction: Call; delegate: Address; upgrade: boolean }
}

/** A batch in one mode, and what comes before it. */
export type Plan = GasTerms & { chainId: number; from: Address; ahead: readonly UnminedCalls[] }

/**
 * The modes a batch can run in, the best first.
 * Throws 5710, 5760 or 5740 where it must be atomic and cannot be; 4901 if the node does not answer.
 */
const modesOf = async (batch: BatchRequest, account: AccountCode): Promise<Mode[]> => {
  const { chainId, calls, atomicRequired } = batch
  if (calls.length === 1) return ['one']
  const atomicity = atomicityOf(await chainSupport(chainId), account)
  const isAble = atomicity.status !== 'unsupported'
  if (atomicRequired && !isAble) throw rpcError(atomicity.reason)
  const fits = isAble && fitsOneTransaction(calls, executorFor(account))
  if (atomicRequired && !fits) throw tooManyBytes()
  if (atomicRequired) return ['atomic']
  if (!fits) return ['sequence']
  // Somebody put that delegate there: it is not replaced unless the user asks for it.
  return account.kind === 'foreign' ? ['sequence', 'atomic'] : ['atomic', 'sequence']
}

/** How a batch would run with this account: all modes, and the one that is wanted or the best. */
export const planOf = async (
  batch: BatchRequest,
  account: AccountCode,
  ahead: readonly UnminedCalls[],
  wanted: Mode | undefined,
): Promise<{ modes: Mode[]; plan: Plan }> => {
  const { chainId, from, calls, suggestedGas } = batch
  const modes = await modesOf(batch, account)
  const mode = modes.find((possible) => possible === wanted) ?? modes[0] ?? 'sequence'
  const delegate = mode === 'atomic' ? executorFor(account) : null
  const upgrade = mode === 'atomic' && account.kind !== 'executor'
  return { modes, plan: { chainId, from, calls, suggestedGas, ahead, mode, delegate, upgrade } }
}
