import { JsonRpcError } from '@metamask/rpc-errors'
import { isHex, numberToHex, type Hex } from 'viem'
import { fitsOneTransaction } from '../batch/size'
import { totalValue, driven, type BatchRequest } from '../batch/request'
import { journal, type Mode } from '../db'
import { decodeRevert } from '../decode/revert'
import { encodeBatch } from '../delegate/executor'
import { accountKind, atomicityOf, chainSupport, type AccountKind } from '../delegate/support'
import { remember } from '../network/facts'
import { highestFee, suggestFees } from '../network/fees'
import { genesisOf } from '../network/genesis'
import { findNetwork } from '../network/networks'
import { request } from '../network/node'
import { rpcError } from '../rpc/errors'
import { simulateCalls } from './calls'
import { gasLimits } from './gas'
import { estimateL1Fee } from './l1Fee'
import type { CallOutcome, Quote } from './quote'
import { readTokens } from './tokens'
import { verdictOf } from './verdict'

/**
 * The modes a batch can run in, the best first.
 * Throws 5710, 5760 or 5740 where it must be atomic and cannot be; 4901 if the node does not answer.
 */
const modesOf = async (batch: BatchRequest, account: AccountKind): Promise<Mode[]> => {
  if (batch.calls.length === 1) return ['one']
  const atomicity = atomicityOf(await chainSupport(batch.chainId), account)
  const isAble = atomicity.status !== 'unsupported'
  if (batch.atomicRequired && !isAble) throw rpcError(atomicity.reason)
  if (batch.atomicRequired) return ['atomic']
  return isAble && fitsOneTransaction(batch.calls) ? ['atomic', 'sequence'] : ['sequence']
}

/** What a batch would do and cost, asked of its node now; in the best mode unless one is named. */
export const quoteBatch = async (batch: BatchRequest, wanted?: Mode): Promise<Quote> => {
  const { chainId, from, calls } = batch
  const [account, fees, balance, outcomes, tokens, genesis, accounts] = await Promise.all([
    accountKind(chainId, from),
    suggestFees(chainId),
    request(chainId, 'eth_getBalance', [from, 'pending']) as Promise<Hex>,
    simulateCalls(chainId, from, calls),
    readTokens(chainId, calls),
    genesisOf(chainId),
    journal.accounts.toArray(),
  ])
  if (genesis) await remember(`genesis:${chainId}`, genesis)
  const modes = await modesOf(batch, account)
  const mode = modes.find((possible) => possible === wanted) ?? modes[0] ?? 'sequence'
  const upgrade = mode === 'atomic' && account === 'plain'
  const { gas, failure } = await gasLimits(chainId, from, { ...batch, mode, upgrade }, outcomes)
  if (gas.some((limit) => Number(limit) > gasCap(chainId)) && mode === 'atomic') {
    if (batch.atomicRequired)
      throw rpcError('batchTooLarge', `it needs ${Number(gas[0])} gas, at most ${gasCap(chainId)}`)
    return { ...(await quoteBatch(batch, 'sequence')), modes: ['sequence'] }
  }
  const l1Fee = await estimateL1Fee(
    chainId,
    mode === 'atomic' ? [encodeBatch(calls)] : calls.map(({ data }) => data),
  )
  const ceiling = gas.reduce((sum, limit) => sum + BigInt(limit), 0n) * highestFee(fees)
  const value = totalValue(calls)
  const others = accounts.map(({ address }) => address)
  const found = withFailure(outcomes, failure)
  return {
    ...{ modes, mode, account, upgrade, gas, fees, balance, tokens },
    calls: found,
    verdict: verdictOf(found),
    ceiling: numberToHex(ceiling),
    l1Fee: numberToHex(l1Fee),
    value: numberToHex(value),
    isShort: BigInt(balance) < needed(value, BigInt(balance), outcomes) + ceiling + l1Fee,
    blocked: driven(calls, others) === undefined ? null : 'own account',
  }
}

/** Calls that all succeed with more than the balance have got it on the way: the fee is left to pay. */
const needed = (value: bigint, balance: bigint, outcomes: readonly CallOutcome[]): bigint =>
  value > balance && outcomes.every(({ status }) => status === 'succeeds') ? 0n : value

const gasCap = (chainId: number): number => findNetwork(chainId)?.gasCap ?? Infinity

/** Where calls succeed one by one and the transaction still fails, nothing may read as safe. */
const withFailure = (outcomes: CallOutcome[], failure: unknown): CallOutcome[] => {
  if (failure === undefined || outcomes.some(({ status }) => status === 'fails')) return outcomes
  const data = failure instanceof JsonRpcError ? (failure.data as unknown) : undefined
  const reason = isHex(data) ? decodeRevert(data) : 'the node could not estimate the transaction'
  return outcomes.map(() => ({ status: 'unknown', reason }))
}
