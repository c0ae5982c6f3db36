import type { Hex } from 'viem'
import type { Approval } from '../db'
import type { Signer, Write } from '../rpc/method'
import { checkMessageNow, checkTypedData, ownAccounts } from './checkSignature'
import {
  messageHash,
  typedDataHash,
  type MessageRequest,
  type TypedDataRequest,
} from './signRequest'

/** The user's yes names the hash of what they saw. */
type Seen = { hash: Hex }

const checkSeen = ({ hash }: Seen, stored: Hex) => {
  if (hash !== stored) throw new Error('what was seen is not what is stored')
}

/** A signature is part of the decision, so a request that comes again finds it. */
const keep = (signature: Hex | undefined): Write => {
  if (!signature) throw new Error('the wallet was locked meanwhile')
  return () => Promise.resolve({ signature })
}

/** Signs the stored message, checked once more. */
export const approveMessage = async (
  row: Approval,
  _params: unknown,
  seen: Seen,
  signer: Signer,
): Promise<Write> => {
  const request = row.params as MessageRequest
  checkSeen(seen, messageHash(request))
  await checkMessageNow(request)
  return keep(await signer.signMessage(request.from, request.message))
}

/** Signs the stored typed data, checked once more and against all accounts of the wallet. */
export const approveTypedData = async (
  row: Approval,
  _params: unknown,
  seen: Seen,
  signer: Signer,
): Promise<Write> => {
  const request = row.params as TypedDataRequest
  checkSeen(seen, typedDataHash(request))
  checkTypedData(request, { accounts: await ownAccounts() })
  return keep(await signer.signTypedData(request.from, request.typedData))
}

/** What an approved request for a signature is answered with. */
export const signatureOf = ({ signature }: Approval): Hex => {
  if (!signature) throw new Error('approved without a signature')
  return signature
}
