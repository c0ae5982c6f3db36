import type { Address, Hex } from 'viem'
import type { Approval } from '../db'
import type { Signer, Write } from '../rpc/method'
import { isOnDevice } from '../devices/isOnDevice'
import { isSignedBy } from '../devices/signings'
import { checkMessageNow, checkTypedData, ownAccounts } from './checkSignature'
import {
  messageHash,
  typedDataHash,
  type MessageRequest,
  type TypedDataRequest,
} from './signRequest'

/**
 * The user's decision names the hash of the message or typed data that they saw. `signature`: a device's, if the
 * account's key is in one.
 */
type Seen = { hash: Hex; signature?: Hex }

const checkSeen = ({ hash }: Seen, stored: Hex) => {
  if (hash !== stored) throw new Error('what was seen is not what is stored')
}

/** Returns the write that stores the signature with the decision: a repeated request finds it there. */
const keep = (signature: Hex | undefined): Write => {
  if (!signature) throw new Error('the wallet was locked meanwhile')
  return () => Promise.resolve({ signature })
}

/** Signs by the vault's key, or takes a device's signature. Throws if it is not the account's, of this very hash. */
const signedFor = async (
  from: Address,
  { hash, signature }: Seen,
  byKey: () => Promise<Hex | undefined>,
): Promise<Hex | undefined> => {
  if (!(await isOnDevice(from))) return byKey()
  if (!signature || !(await isSignedBy(from, hash, signature)))
    throw new Error('the signature is not that of the account')
  return signature
}

/**
 * Signs the stored message after another check. Throws -32602 for a message that could be an order, 4901 if
 * the node does not answer.
 */
export const approveMessage = async (
  row: Approval,
  _params: unknown,
  seen: Seen,
  signer: Signer,
): Promise<Write> => {
  const request = row.params as MessageRequest
  checkSeen(seen, messageHash(request))
  await checkMessageNow(request)
  const byKey = () => signer.signMessage(request.from, request.message)
  return keep(await signedFor(request.from, seen, byKey))
}

/**
 * Signs the stored typed data after another check, against all accounts of the wallet. Throws -32602 for
 * typed data that are an order.
 */
export const approveTypedData = async (
  row: Approval,
  _params: unknown,
  seen: Seen,
  signer: Signer,
): Promise<Write> => {
  const request = row.params as TypedDataRequest
  checkSeen(seen, await typedDataHash(request))
  checkTypedData(request, { accounts: await ownAccounts() })
  const byKey = () => signer.signTypedData(request.from, request.typedData)
  return keep(await signedFor(request.from, seen, byKey))
}

/** Returns the signature of an approved request, the result for the site. */
export const signatureOf = ({ signature }: Approval): Hex => {
  if (!signature) throw new Error('approved without a signature')
  return signature
}
