import { type Address, type Hex } from 'viem'
import { totalValue } from '../batch/batchRequest'
import type { Call } from '../db'
import { encodeBatch } from '../delegate/encode'
import { delegation } from '../delegate/executor'
import { request } from '../network/node'
import { nodeWords, refusalOf, revertDataOf } from '../network/refusal'
import { isRpcError, isSilence, type WireError } from '../rpc/errors'
import { sameAddress } from '../values/address'
import type { CallOutcome, SimulatedPlan, Token } from './quote'
import type { Plan } from './plan'
import { gasLimits } from './gas'
import { reverted } from './reason'
import { saidReason } from './revertReason'
import type { Unchecked } from '../db/outcome'
import { settle, type Whole } from './settle'
import { knownToken, readTokens, tokensOf } from './tokens'

/** The most calls, and the most unknown tokens, that are asked of a node one by one. */
const most = 32

const could: CallOutcome = { status: 'unknown', reason: { why: 'only alone' } }

/** A call that sends more wei than the account has. */
const short: Whole = {
  outcome: { status: 'fails', gas: '0x0', reason: { why: 'balance' } },
  data: '0x',
}

/**
 * Predicts a batch on a node without `eth_simulateV1`: estimates the transaction and each call alone, as if
 * no other ran before it. Throws 4901 if the node does not answer, -32005 if it asks to slow down.
 */
export const simulateCallsAlone = async (plan: Plan, cap: number): Promise<SimulatedPlan> => {
  const { chainId, from, mode, calls, delegate, upgrade, ahead } = plan
  const override = upgrade && delegate ? [{ [from]: { code: delegation(delegate) } }] : []
  const self: Call[] =
    mode === 'atomic' ? [{ to: from, value: '0x0', data: encodeBatch(calls, delegate) }] : []
  const ask = (call: Call) => tryCall(chainId, from, call, override)
  const [balance, answers, wholes, tokens] = await Promise.all([
    request(chainId, 'eth_getBalance', [from, 'pending']) as Promise<Hex>,
    Promise.all(calls.slice(0, most).map(ask)),
    Promise.all(self.map(ask)),
    tokensIn(chainId, calls),
  ])
  // Hardhat lets a call send more than the account has.
  const isShort = (value: bigint) => value > BigInt(balance)
  const tried = answers.map((one, at) => (isShort(BigInt(calls[at]?.value ?? 0)) ? short : one))
  // An estimate ignores earlier calls and unmined batches: a failure counts only for a call without either.
  const isFirst = ahead.length === 0
  const single = calls.map((_, index): CallOutcome => {
    const outcome = tried[index]?.outcome
    if (!outcome) return could
    if (index === 0 && isFirst) return outcome
    return outcome.status === 'fails'
      ? { status: 'unknown', reason: { why: 'alone', reason: outcome.reason } }
      : outcome
  })
  const [whole] = wholes
  // Earlier calls of the batch may bring in what is missing.
  const isSure = isFirst && !(isShort(totalValue(calls)) && whole?.outcome.status === 'succeeds')
  const known: Whole | undefined =
    whole && (isSure ? whole : { outcome: could, data: '0x' as const })
  const found = settle(plan, single, known)
  const isOrdered = isFirst && mode !== 'sequence'
  const isCertain = isOrdered || calls.length === 1 || found.verdict === 'fails'
  return {
    ...found,
    // Calls that succeed alone may fail one after another.
    verdict: isFirst && isCertain ? found.verdict : 'unknown',
    gas: gasLimits(plan, single, known?.outcome, cap),
    changes: [],
    payees: [],
    allowances: [],
    unchecked: ['changes', 'allowances', ...(isOrdered ? [] : (['order'] as const))],
    tokens,
  }
}

/**
 * Returns the tokens that calls name: the stored ones, and a limited number that are read now. The others are
 * read by later quotes.
 */
const tokensIn = async (
  chainId: number,
  calls: readonly Call[],
): Promise<Record<Address, Token>> => {
  const addresses = [...new Set(calls.flatMap(tokensOf))]
  const known = await Promise.all(addresses.map((address) => knownToken(chainId, address)))
  const fresh = await readTokens(
    chainId,
    addresses.filter((_, index) => !known[index]).slice(0, most),
  )
  const old = addresses.flatMap((address, index): [Address, Token][] => {
    const token = known[index]
    return token ? [[address, token]] : []
  })
  return { ...Object.fromEntries(old), ...fresh }
}

/**
 * Returns an outcome with every part unknown, for a node that does not answer. The batch can still be sent,
 * with default gas limits.
 */
export const unanswered = (plan: Plan, cap: number): SimulatedPlan => {
  const calls = plan.calls.map((): CallOutcome => ({
    status: 'unknown',
    reason: { why: 'no answer' },
  }))
  const unchecked: Unchecked[] = ['changes', 'allowances', 'transaction', 'order']
  return {
    calls,
    verdict: 'unknown',
    gas: gasLimits(plan, calls, undefined, cap),
    changes: [],
    payees: [],
    allowances: [],
    unchecked,
    tokens: {},
  }
}

type Override = Record<Address, { code: Hex }>

/**
 * Tries a call alone. It fails only if the node gives the EVM's verdict or says that the balance does not
 * cover it; any other error says nothing of the call, so that its outcome is unknown, with the node's words.
 */
const tryCall = async (
  chainId: number,
  from: Address,
  { to, value, data }: Call,
  override: readonly Override[],
): Promise<Whole> => {
  const call = { from, ...(to ? { to } : {}), value, data }
  // Some nodes estimate a call that reverts; some give the revert reason only to `eth_call`.
  const [answer, estimate] = await Promise.all(
    ['eth_call', 'eth_estimateGas'].map((method) =>
      request(chainId, method, [call, 'pending', ...override]).then(
        (value) => ({ value: value as Hex }),
        (error: unknown) => ({ error: saying(error) }),
      ),
    ),
  )
  if (answer && estimate && 'value' in answer && 'value' in estimate)
    return { outcome: { status: 'succeeds', gas: estimate.value }, data: '0x' }
  const errors = [answer, estimate].flatMap((one) => (one && 'error' in one ? [one.error] : []))
  const verdicts = errors.filter((error) => refusalOf(error) === 'reverted')
  if (verdicts.length > 0) {
    const found = verdicts.find((error) => revertDataOf(error) !== '0x') ?? verdicts[0]
    const why = found ? revertDataOf(found) : '0x'
    const reason = saidReason(why, found?.message ?? '') ?? reverted('0x')
    return { outcome: { status: 'fails', gas: '0x0', reason }, data: why }
  }
  if (errors.some((error) => refusalOf(error) === 'funds')) return short
  // Not every node takes an override for an estimate. Only a call of the account itself runs its code.
  const isPossible = override.length > 0 && !(to && sameAddress(to, from))
  if (isPossible) return tryCall(chainId, from, { to, value, data }, [])
  const text = nodeWords(errors[0]?.message ?? '')
  return { outcome: { status: 'unknown', reason: { why: 'node', text } }, data: '0x' }
}

/** Returns an error that a node answered with. Throws any other: it says nothing of the call. */
const saying = (error: unknown): WireError => {
  if (isSilence(error) || !isRpcError(error)) throw error
  return error
}
