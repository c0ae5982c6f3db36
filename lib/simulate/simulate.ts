import { JsonRpcError } from '@metamask/rpc-errors'
import { isHex, numberToHex, type Hex } from 'viem'
import { fitsOneTransaction, tooManyBytes } from '../batch/size'
import { callsAhead } from '../batch/ahead'
import { totalValue, driven, type BatchRequest } from '../batch/request'
import { journal, type Mode } from '../db'
import { decodeRevert } from '../decode/revert'
import { accountNow, executorFor, type Account } from '../delegate/account'
import { encodeBatch } from '../delegate/encode'
import { atomicityOf, chainSupport } from '../delegate/support'
import { remember } from '../network/facts'
import { highestFee, suggestFees } from '../network/fees'
import { gasCapOf } from '../network/gasCap'
import { genesisOf } from '../network/genesis'
import { request } from '../network/node'
import { rpcError } from '../rpc/errors'
import { simulateCalls } from './calls'
import { gasLimits } from './gas'
import { estimateL1Fee } from './l1Fee'
import type { CallOutcome, Quote } from './quote'
import { readTokens, tokensOf } from './tokens'
import { verdictOf } from './verdict'

/**
 * The modes a batch can run in, the best first.
 * Throws 5710, 5760 or 5740 where it must be atomic and cannot be; 4901 if the node does not answer.
 */
const modesOf = async (batch: BatchRequest, account: Account): Promise<Mode[]> => {
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

/** How a batch would run: its account and modes now, the one that is wanted or the best. */
const planOf = async (batch: BatchRequest, wanted: Mode | undefined) => {
  const account = await accountNow(batch.chainId, batch.from)
  const modes = await modesOf(batch, account)
  const mode = modes.find((possible) => possible === wanted) ?? modes[0] ?? 'sequence'
  const delegate = mode === 'atomic' ? executorFor(account) : null
  const upgrade = mode === 'atomic' && account.kind !== 'executor'
  return { modes, mode, account, delegate, upgrade }
}

/**
 * What a batch would do and cost, asked of its node now, behind what its account has still to bring into
 * a block; in the best mode unless one is named. `again`: the key of a batch that is asked for once more.
 */
export const quoteBatch = async (
  batch: BatchRequest,
  wanted?: Mode,
  again?: string,
): Promise<Quote> => {
  const { chainId, from, calls } = batch
  const ahead = await callsAhead({ chainId, from, key: again })
  const planned = planOf(batch, wanted)
  const [plan, outcomes, fees, balance, tokens, genesis, accounts, gasCap] = await Promise.all([
    planned,
    planned.then(({ delegate, upgrade }) =>
      simulateCalls(chainId, from, calls, upgrade ? delegate : null, ahead),
    ),
    suggestFees(chainId),
    request(chainId, 'eth_getBalance', [from, 'pending']) as Promise<Hex>,
    readTokens(chainId, calls.flatMap(tokensOf)),
    genesisOf(chainId),
    journal.accounts.toArray(),
    gasCapOf(chainId),
  ])
  if (genesis) await remember(`genesis:${chainId}`, genesis)
  const { mode, delegate } = plan
  const { gas, failure } = await gasLimits(chainId, from, { ...batch, ...plan, ahead }, outcomes)
  if (gas.some((limit) => Number(limit) > gasCap) && mode === 'atomic') {
    if (batch.atomicRequired)
      throw rpcError('batchTooLarge', `it needs ${Number(gas[0])} gas, at most ${gasCap}`)
    return { ...(await quoteBatch(batch, 'sequence', again)), modes: ['sequence'] }
  }
  const l1Fee = await estimateL1Fee(
    chainId,
    delegate ? [encodeBatch(calls, delegate)] : calls.map(({ data }) => data),
  )
  const ceiling = gas.reduce((sum, limit) => sum + BigInt(limit), 0n) * highestFee(fees)
  const value = totalValue(calls)
  const spent = value + totalValue(ahead)
  const others = accounts.map(({ address }) => address)
  const found = withFailure(outcomes, failure)
  return {
    ...{ ...plan, gas, fees, balance, tokens },
    calls: found,
    verdict: verdictOf(found),
    ceiling: numberToHex(ceiling),
    l1Fee: numberToHex(l1Fee),
    value: numberToHex(value),
    isShort: BigInt(balance) < needed(spent, BigInt(balance), outcomes) + ceiling + l1Fee,
    blocked: driven(calls, others) === undefined ? null : 'own account',
  }
}

/** Calls that all succeed with more than the balance have got it on the way: the fee is left to pay. */
const needed = (value: bigint, balance: bigint, outcomes: readonly CallOutcome[]): bigint =>
  value > balance && outcomes.every(({ status }) => status === 'succeeds') ? 0n : value

/** Where calls succeed one by one and the transaction still fails, nothing may read as safe. */
const withFailure = (outcomes: CallOutcome[], failure: unknown): CallOutcome[] => {
  if (failure === undefined || outcomes.some(({ status }) => status === 'fails')) return outcomes
  const data = failure instanceof JsonRpcError ? (failure.data as unknown) : undefined
  const reason = isHex(data) ? decodeRevert(data) : 'the node could not estimate the transaction'
  return outcomes.map(() => ({ status: 'unknown', reason }))
}
