import { size, type Address } from 'viem'
import { journal, type Approval } from '../db'
import { readAccountCode, knownAccountKind } from '../delegate/account'
import { networks } from '../network/networks'
import { rpcError } from '../rpc/errors'
import type { Caller } from '../rpc/method'
import { chainOf, isOrder, isVerifiedBy } from './orders'
import type { MessageRequest, TypedDataRequest } from './signRequest'

const order = () =>
  rpcError('invalidParams', 'use wallet_sendCalls: an executor takes this signature as an order')

/**
 * True for a message of 32 bytes: older executors take a delegated account's signature of it for an order.
 */
const isHash = ({ message }: MessageRequest): boolean => size(message) === 32

/**
 * Throws -32602 if the message is a hash and its account is delegated on any network, by the cached account
 * kinds.
 */
export const checkMessage = async (request: MessageRequest): Promise<void> => {
  if (!isHash(request)) return
  for (const { chainId } of networks)
    if (((await knownAccountKind(chainId, request.from)) ?? 'plain') !== 'plain') throw order()
}

/**
 * Throws -32602 if the message is a hash and its account is delegated on any network; the node of the site's
 * network is asked now. Throws 4901 if it does not answer.
 */
export const checkMessageNow = async (request: MessageRequest): Promise<void> => {
  if (isHash(request)) await readAccountCode(request.chainId, request.from)
  await checkMessage(request)
}

/**
 * Throws -32602 if typed data are bound to another network, are an order for an executor, or are verified by
 * one of these accounts.
 */
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

/** Returns the addresses of all accounts of the wallet. */
export const ownAccounts = async (): Promise<Address[]> =>
  (await journal.accounts.toArray()).map(({ address }) => address)

/**
 * Checks a request while its window is open. Throws -32602 for a message that could be an order, 4901 if the
 * node does not answer. Returns `own account` for typed data that any account of the wallet verifies: an
 * error would tell the site of accounts it was not granted, so the user rejects them.
 */
export const checkNow = async ({ method, params }: Approval): Promise<'own account' | null> => {
  if (method === 'personal_sign') await checkMessageNow(params as MessageRequest)
  else if (isVerifiedBy((params as TypedDataRequest).typedData, await ownAccounts()))
    return 'own account'
  return null
}
