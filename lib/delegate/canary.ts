import { numberToHex, type Address } from 'viem'
import type { Call } from '../db'
import { fact } from '../network/facts'
import { request } from '../network/node'
import { refusalOf } from '../network/refusal'
import { isRpcError, isSilence } from '../rpc/errors'
import { encodeBatch } from './encode'
import { holds } from './holds'

/** An empty call to the identity precompile: it succeeds for any account and balance. */
const harmless: Call = {
  to: '0x0000000000000000000000000000000000000004',
  value: '0x0',
  data: '0x',
}

/** A call that must revert: it sends more wei than any account holds. */
const impossible: Call = { ...harmless, value: numberToHex(2n ** 255n) }

/**
 * True if an account runs batches through its delegate: a harmless batch must succeed, and an impossible one
 * must revert. If both succeed, the delegate ignores its calls and a batch would do nothing. Throws 4901 if
 * the node does not answer.
 */
export const passesCanary = (
  chainId: number,
  account: Address,
  delegate: Address,
): Promise<boolean> =>
  fact(`canary:${chainId}:${account}:${delegate}`, holds, async () => {
    const [good, bad] = await Promise.all(
      [harmless, impossible].map((second) =>
        outcomeOf(chainId, account, delegate, [harmless, second]),
      ),
    )
    return good === 'succeeds' && bad === 'reverts'
  })

const outcomeOf = async (
  chainId: number,
  account: Address,
  delegate: Address,
  calls: readonly Call[],
) => {
  const call = { from: account, to: account, data: encodeBatch(calls, delegate) }
  try {
    await request(chainId, 'eth_call', [call, 'pending'])
    return 'succeeds'
  } catch (error) {
    if (isSilence(error)) throw error
    // Any other error says nothing of the delegate.
    return isRpcError(error) && refusalOf(error) === 'reverted' ? 'reverts' : 'unclear'
  }
}
