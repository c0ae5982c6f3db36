import { size, type Address } from 'viem'
import { journal, type Approval } from '../db'
import { readAccountCode, knownAccountCode } from '../delegate/account'
import { networks } from '../network/networks'
import { rpcError } from '../rpc/errors'
import type { Caller } from '../rpc/method'
import { chainOf, isOrder, isVerifiedBy } from './orders'
import type { MessageRequest, TypedDataRequest } from './signRequest'

const order = () =>
  rpcError('invalidParams', 'use wallet_sendCalls: an executor takes this signature as an order')

/** A hash, which older executors take as an order when a delegated account signs it as a message. */
const isHash = ({ message }: MessageRequest): boolean => size(message) === 32

/** The account that would sign a hash is delegated on no network, as far as is known (-32602). */
export const checkMessage = async (request: MessageRequest): Promise<void> => {
  if (!isHash(request)) return
  for (const { chainId } of networks)
    if (((await knownAccountCode(chainId, request.from))?.kind ?? 'plain') !== 'plain')
      throw order()
}

/** The same, the node of the site's network being asked now: 4901 if it does not answer. */
export const checkMessageNow = async (request: MessageRequest): Promise<void> => {
  if (isHash(request)) await readAccountCode(request.chainId, request.from)
  await checkMessage(request)
}

/** Typed data is bound to no other network, orders no executor and drives none of these accounts (-32602). */
export const checkTypedData = (
  { typedData, chainId }: TypedDataRequest,
  { accounts }: Pick<Caller, 'accounts'>,
): void => {
  const chain = chainOf(typedData)
  if (chain === null) throw rpcError('invalidParams', 'domain.chainId must be an integer')
  if (chain !== undefined && chain !== BigInt(chainId))
    throw rpcError(
      'invalidParams',
      `domain.chainId must be the network selected for this site: got ${chain}, expected ${chainId}`,
    )
  if (isOrder(typedData) || isVerifiedBy(typedData, accounts)) throw order()
}

/** All accounts of the wallet. */
export const ownAccounts = async (): Promise<Address[]> =>
  (await journal.accounts.toArray()).map(({ address }) => address)

/**
 * What can be told only while the window is open: throws -32602 for an order, 4901 if the node does not
 * answer. A site must not learn of accounts that it was not granted: for those it is the user who refuses.
 */
export const checkNow = async ({ method, params }: Approval): Promise<'own account' | null> => {
  if (method === 'personal_sign') await checkMessageNow(params as MessageRequest)
  else if (isVerifiedBy((params as TypedDataRequest).typedData, await ownAccounts()))
    return 'own account'
  return null
}
