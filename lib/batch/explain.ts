import { numberToHex, type Hash, type Hex } from 'viem'
import type { Batch } from '../db'
import type { Event, Failed, Receipt } from '../db/batchEvent'
import type { Failing, Reason } from '../db/outcome'
import { failedCall } from '../decode/failedCall'
import { delegation, isOurs } from '../delegate/executor'
import { refusalOf, revertDataOf } from '../network/refusal'
import { isRpcError, isSilence } from '../rpc/errors'
import { reverted } from '../simulate/reason'
import { revertDataIn } from '../sponsor/operationOutcome'
import { isGone } from './pastState'
import type { Transaction } from './state'
import { madeCalls, traceOf, type CallFrame } from './trace'
import { lockedCalls, lockIndex, siteIndex, transactionOf } from './batchTransaction'
import type { World } from './world'

/** Words of nodes for a frame that used up its gas, or sent more than the account had. */
const [noGas, noFunds] = [/out ?of ?gas/i, /insufficient (balance|funds)/i]

/**
 * Finds out which call of a reverted transaction failed, and why: from the node's trace, else by running it again
 * at the parent block; of a user operation, from what the EntryPoint says in the `whole` receipt. No event if no node
 * can tell now: it is asked again until the batch is final.
 */
export const explain = async (
  world: World,
  batch: Batch,
  transaction: Transaction,
  receipt: Receipt,
  whole = receipt,
): Promise<Event[]> => {
  const { hash, kind, operation } = transaction
  if (kind !== 'call' || receipt.status !== '0x0' || batch.revokes) return []
  try {
    if (operation) return saidOf(batch, transaction, whole)
    const traced = await fromTrace(world, batch, transaction)
    if (traced) return [explained(hash, 'trace', ofCalls(batch, traced))]
    const found = await fromRun(world, batch, transaction, receipt)
    return found === 'unknown' ? [] : [explained(hash, 'run', found && ofCalls(batch, found))]
  } catch {
    // The end of the batch is certain: only its reason has to wait.
    return []
  }
}

/** Reads which call of a user operation failed: the account's own executor says it, and the EntryPoint passes it on. */
const saidOf = (batch: Batch, { hash, index }: Transaction, { logs }: Receipt): Event[] => {
  const data = revertDataIn(logs, hash)
  if (data === undefined) return []
  return [explained(hash, 'trace', ofCalls(batch, failingIn(batch, index, data, reverted(data))))]
}

/**
 * Around the site's calls are those of the locks, which have lines of their own and no number. A lock that ran out of
 * gas checked nothing, and stopped nothing by itself.
 */
const ofCalls = ({ calls, locks }: Batch, { index, reason }: Failing): Failed => {
  if (index === null) return { index, reason }
  const lock = reason.why === 'all gas' ? null : lockIndex(calls, locks, index)
  return {
    index: siteIndex(calls, locks, index),
    reason,
    ...(lock === null ? {} : { lock }),
  }
}

const explained = (hash: Hash, by: 'trace' | 'run', failing: Failed | undefined): Event => ({
  type: 'explained',
  hash,
  by,
  ...(failing ? { failing } : {}),
})

const fromTrace = async (
  world: World,
  batch: Batch,
  { hash, index, deadline }: Transaction,
): Promise<Failing | undefined> => {
  const top = await traceOf(world, batch.chainId, hash)
  if (!top?.error) return undefined
  if (batch.mode !== 'atomic') return { index, reason: reasonOf(top) }
  // The calls that the account made are the chain's own word: what an executor says, a contract may imitate.
  const made = madeCalls(top, { ...batch, calls: lockedCalls(batch, deadline) })
  const last = made.at(-1)
  if (last?.error) return { index: made.length - 1, reason: reasonOf(last) }
  return failingIn(batch, index, top.output ?? '0x', reasonOf(top))
}

const reasonOf = ({ error = '', output = '0x' }: CallFrame): Reason => {
  if (output !== '0x') return reverted(output)
  if (noGas.test(error)) return { why: 'all gas' }
  return noFunds.test(error) ? { why: 'balance' } : reverted('0x')
}

/** Returns the call that revert data name; only our executor always says itself which one it was. */
const failingIn = (
  { mode, delegate }: Batch,
  index: number,
  data: Hex,
  reason: Reason,
): Failing => {
  if (mode !== 'atomic') return { index, reason }
  const named = delegate && isOurs(delegate) ? failedCall(data) : undefined
  return named ? { index: named.index, reason: reverted(named.data) } : { index: null, reason }
}

/** Runs a transaction again where it failed; undefined if it succeeds there. */
const fromRun = async (
  world: World,
  batch: Batch,
  { index, nonce, upgrade, deadline }: Transaction,
  { blockNumber }: Receipt,
): Promise<Failing | undefined | 'unknown'> => {
  const { from, chainId, delegate } = batch
  const { to, value = 0n, data, gas = 0n } = transactionOf(batch, index, nonce, { deadline })
  const call = {
    from,
    ...(to ? { to } : {}),
    value: numberToHex(value),
    data,
    gas: numberToHex(gas),
  }
  const code = upgrade && delegate ? [{ [from]: { code: delegation(delegate) } }] : []
  const params = [call, numberToHex(BigInt(blockNumber) - 1n), ...code]
  for (const error of await answersOf(world, [chainId, 'eth_call', params])) {
    if (error === undefined) return undefined
    const refusal = isRpcError(error) ? refusalOf(error) : 'other'
    if (refusal === 'funds')
      return { index: batch.mode === 'atomic' ? null : index, reason: { why: 'balance' } }
    if (refusal !== 'reverted' || !isRpcError(error)) continue
    const output = revertDataOf(error)
    return failingIn(
      batch,
      index,
      output,
      reasonOf({ type: 'CALL', from, error: error.message, output }),
    )
  }
  return 'unknown'
}

/** Returns how nodes answered, undefined for a success: the preferred one, and the others if it has no such state. */
const answersOf = async (
  { request, every }: World,
  asked: Parameters<World['request']>,
): Promise<unknown[]> => {
  try {
    await request(...asked)
    return [undefined]
  } catch (error) {
    if (isSilence(error)) throw error
    const others = isGone(error) && every ? await every(...asked) : []
    return [error, ...others.map((one) => ('error' in one ? one.error : undefined))]
  }
}
