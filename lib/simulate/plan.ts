import type { Address } from 'viem'
import type { BatchRequest } from '../batch/batchRequest'
import { fitsOneTransaction, tooManyBytes } from '../batch/size'
import type { Call, Mode } from '../db'
import { executorFor, type AccountCode } from '../delegate/account'
import { executor } from '../delegate/executor'
import { atomicityOf, chainSupport } from '../delegate/support'
import { rpcError } from '../rpc/errors'
import { entryPoint } from '../sponsor/entryPoint'
import type { GasTerms } from './gas'
import type { Sent } from './run'

/**
 * An earlier batch of the account with calls that are in no block yet. `whole` is its transaction, if one
 * runs all calls.
 */
export type UnminedCalls = {
  calls: readonly Call[]
  whole?: { transaction: Sent; delegate: Address; upgrade: boolean }
}

/**
 * A batch in one mode, and the account's unmined batches before it. `own`: how many calls at either end are those of
 * the wallet's lock.
 */
export type Plan = GasTerms & {
  chainId: number
  from: Address
  ahead: readonly UnminedCalls[]
  own?: { before: number; behind: number }
}

/**
 * Returns the modes a batch can run in, the best first. Throws 5710, 5760 or 5740 (EIP-5792) if it must be
 * atomic and cannot be, 4901 if the node does not answer.
 */
const modesOf = async (batch: BatchRequest, account: AccountCode): Promise<Mode[]> => {
  const { chainId, calls, atomicRequired } = batch
  if (calls.length === 1) return ['one']
  const atomicity = atomicityOf(await chainSupport(chainId), account)
  const isAble = atomicity.status !== 'unsupported'
  if (atomicRequired && !isAble) throw rpcError(atomicity.reason)
  const fits = isAble && fitsOneTransaction(calls, executorFor(account))
  if (atomicRequired && !fits) throw tooManyBytes(calls, executorFor(account))
  if (atomicRequired) return ['atomic']
  if (!fits) return ['sequence']
  // A foreign delegate was set outside this wallet: it is replaced only if the user asks for that.
  return account.kind === 'foreign' ? ['sequence', 'atomic'] : ['atomic', 'sequence']
}

/**
 * Returns all modes of a batch for this account, and its plan in the wanted mode, or else in the best one.
 */
export const planOf = async (
  batch: BatchRequest,
  account: AccountCode,
  ahead: readonly UnminedCalls[],
  wanted: Mode | undefined,
): Promise<{ modes: Mode[]; plan: Plan }> => {
  const { chainId, from, calls, suggestedGas, paymaster } = batch
  // Somebody else pays for an operation alone, which the executor runs as one.
  if (paymaster) {
    const upgrade = account.kind === 'plain'
    const plan = {
      chainId,
      from,
      calls,
      ahead,
      mode: 'atomic',
      delegate: executor,
      upgrade,
    } as const
    return { modes: ['atomic'], plan: { ...plan, caller: entryPoint } }
  }
  const modes = await modesOf(batch, account)
  const mode = modes.find((possible) => possible === wanted) ?? modes[0] ?? 'sequence'
  const delegate = mode === 'atomic' ? executorFor(account) : null
  const upgrade = mode === 'atomic' && account.kind !== 'executor'
  return { modes, plan: { chainId, from, calls, suggestedGas, ahead, mode, delegate, upgrade } }
}
