import { numberToHex } from 'viem'
import { knownAccountCode } from '../delegate/account'
import { atomicityOf, knownSupport } from '../delegate/support'
import { knownGasCap } from '../network/gasCap'
import { findNetwork } from '../network/networks'
import { rpcError } from '../rpc/errors'
import type { Caller } from '../rpc/method'
import { driven, type BatchRequest } from './batchRequest'
import {
  fitsOneTransaction,
  maxCalls,
  maxTransactionBytes,
  tooLargeCall,
  tooManyBytes,
} from './size'

/** The network is one of the wallet's (5710), and the one this site is on (-32602). */
export const checkChain = (chainId: number, site: Pick<Caller, 'chainId'>): void => {
  if (!findNetwork(chainId)) throw rpcError('unknownChain', `0x${chainId.toString(16)}`)
  if (chainId !== site.chainId)
    throw rpcError(
      'invalidParams',
      `chainId must be the network selected for this site: got ${numberToHex(chainId)}, expected ${numberToHex(site.chainId)}`,
    )
}

/** No call drives the executor of an account that this site was granted (-32602). */
export const checkOwnAccounts = (
  { calls }: BatchRequest,
  { accounts }: Pick<Caller, 'accounts'>,
): void => {
  const index = driven(calls, accounts)
  if (index !== undefined)
    throw rpcError(
      'invalidParams',
      `calls[${index}] must not send data to one of your own accounts`,
    )
}

/** Count and bytes are within the wallet's limits (5740). */
export const checkSize = ({ calls, atomicRequired }: BatchRequest): void => {
  if (calls.length > maxCalls)
    throw rpcError('batchTooLarge', `${calls.length} calls, at most ${maxCalls}`)
  const index = tooLargeCall(calls)
  if (index !== undefined)
    throw rpcError('batchTooLarge', `calls[${index}] exceeds ${maxTransactionBytes} bytes signed`)
  if (atomicRequired && calls.length > 1 && !fitsOneTransaction(calls)) throw tooManyBytes()
}

/** No call asks for more gas than a transaction can have, as far as is known without asking (-32602). */
export const checkGas = async ({ chainId, calls }: BatchRequest): Promise<void> => {
  const cap = await knownGasCap(chainId)
  const index = calls.findIndex(({ gas }) => gas && BigInt(gas) > BigInt(cap))
  if (index >= 0)
    throw rpcError(
      'invalidParams',
      `calls[${index}].capabilities.gasLimitOverride.value must be at most ${numberToHex(cap)} on this network`,
    )
}

/** After this long, in ms, an account may have become another: the node is asked while the window is open. */
const lately = 10 * 60_000

/** An atomic batch can run, as far as is known without asking the node (5710, 5760). */
export const checkAtomicity = async ({
  chainId,
  from,
  calls,
  atomicRequired,
}: BatchRequest): Promise<void> => {
  if (!atomicRequired || calls.length === 1) return
  const chain = await knownSupport(chainId)
  if (chain && !chain.eip7702) throw rpcError('unsupportedChain', numberToHex(chainId))
  const account = await knownAccountCode(chainId, from, lately)
  const known = chain && account && atomicityOf(chain, account)
  if (known?.status === 'unsupported') throw rpcError(known.reason)
}
