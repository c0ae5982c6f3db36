import { numberToHex } from 'viem'
import { knownAccountCode } from '../delegate/account'
import { atomicityOf, knownSupport } from '../delegate/support'
import { knownGasCap } from '../network/gasCap'
import { findNetwork } from '../network/networks'
import { rpcError } from '../rpc/errors'
import type { Caller } from '../rpc/method'
import { knownSponsoring } from '../sponsor/sponsorSupport'
import { unsponsoredText } from '../rpc/unsponsored'
import { driven, type BatchRequest } from './batchRequest'
import { checkEachCall, fitsOneTransaction, maxCalls, tooManyBytes } from './size'

/** Throws 5710 for a network that the wallet does not have, -32602 for one that the site is not on. */
export const checkChain = (chainId: number, site: Pick<Caller, 'chainId'>): void => {
  if (!findNetwork(chainId)) throw rpcError('unknownChain', `0x${chainId.toString(16)}`)
  if (chainId !== site.chainId)
    throw rpcError(
      'invalidParams',
      `chainId must be the network selected for this site: got ${numberToHex(chainId)}, expected ${numberToHex(site.chainId)}`,
    )
}

/** Throws -32602 if a call sends data to an account granted to the site, as that drives its executor. */
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

/** Throws 5700 if cached facts show that nobody else can pay for a batch that requires it; asks no node. */
export const checkSponsoring = async ({
  chainId,
  from,
  paymaster,
}: BatchRequest): Promise<void> => {
  if (!paymaster || paymaster.optional) return
  if ((await knownSponsoring(chainId, from)) === false)
    throw rpcError('unsupportedCapability', unsponsoredText('network'))
}

/** Throws 5740 if the number of calls or their bytes exceed the wallet's limits. */
export const checkSize = ({ calls, atomicRequired }: BatchRequest): void => {
  if (calls.length > maxCalls)
    throw rpcError('batchTooLarge', `${calls.length} calls, at most ${maxCalls}`)
  checkEachCall(calls)
  if (atomicRequired && calls.length > 1 && !fitsOneTransaction(calls)) throw tooManyBytes(calls)
}

/** Throws -32602 if a call asks for more gas than the network's cached cap per transaction; asks no node. */
export const checkGas = async ({ chainId, calls }: BatchRequest): Promise<void> => {
  const cap = await knownGasCap(chainId)
  const index = calls.findIndex(({ gas }) => gas && BigInt(gas) > BigInt(cap))
  if (index >= 0)
    throw rpcError(
      'invalidParams',
      `calls[${index}].capabilities.gasLimitOverride.value must be at most ${numberToHex(cap)} on this network`,
    )
}

/** Maximum age in ms of the cached account code. The node is asked later, during approval. */
const lately = 10 * 60_000

/** Throws 5710 or 5760 if cached facts show that an atomic batch cannot run; asks no node. */
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
