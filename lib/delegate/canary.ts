import { numberToHex, type Address } from 'viem'
import type { Call } from '../db'
import { fact } from '../network/facts'
import { request } from '../network/node'
import { refusalOf } from '../network/refusal'
import { isRpcError, isSilence } from '../rpc/errors'
import { encodeBatch } from './encode'
import { delegation } from './executor'
import { holds } from './holds'

/** An empty call to the identity precompile: it succeeds for any account and balance. */
const noopCall: Call = {
  to: '0x0000000000000000000000000000000000000004',
  value: '0x0',
  data: '0x',
}

/** A call that must revert: it sends more wei than any account holds. */
const impossible: Call = { ...noopCall, value: numberToHex(2n ** 255n) }

/** An account on a chain, and a delegate. `isNew`: the account does not have it yet, and is given it for the trial. */
type Trial = { chainId: number; account: Address; delegate: Address; isNew?: boolean }

/**
 * True if an account runs batches through a delegate: a harmless batch must succeed, and an impossible one
 * must revert. If both succeed, the delegate ignores its calls and a batch would do nothing. Throws 4901 if
 * the node does not answer.
 */
export const runsBatches = async (
  trial: Trial,
  ask: typeof request = request,
): Promise<boolean> => {
  const [good, bad] = await Promise.all(
    [noopCall, impossible].map((second) => outcomeOf(trial, [noopCall, second], ask)),
  )
  return good === 'succeeds' && bad === 'reverts'
}

/** Returns what `runsBatches` does, as last learnt: a yes holds a day, a no ten minutes. */
export const passesCanary = (
  chainId: number,
  account: Address,
  delegate: Address,
): Promise<boolean> =>
  fact(`canary:${chainId}:${account}:${delegate}`, holds, () =>
    runsBatches({ chainId, account, delegate }),
  )

/** Returns if an account would run batches through a delegate that it does not have, as last learnt. */
export const wouldRun = (chainId: number, account: Address, delegate: Address): Promise<boolean> =>
  fact(`install:${chainId}:${account}:${delegate}`, holds, () =>
    runsBatches({ chainId, account, delegate, isNew: true }),
  )

const outcomeOf = async (
  { chainId, account, delegate, isNew }: Trial,
  calls: readonly Call[],
  ask: typeof request,
) => {
  const call = { from: account, to: account, data: encodeBatch(calls, delegate) }
  const given = isNew ? [{ [account]: { code: delegation(delegate) } }] : []
  try {
    await ask(chainId, 'eth_call', [call, 'pending', ...given])
    return 'succeeds'
  } catch (error) {
    if (isSilence(error)) throw error
    // Any other error says nothing of the delegate.
    return isRpcError(error) && refusalOf(error) === 'reverted' ? 'reverts' : 'unclear'
  }
}
