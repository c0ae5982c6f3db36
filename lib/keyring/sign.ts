import {
  bytesToHex,
  type Address,
  type Hex,
  type TransactionSerializable,
  type TypedDataDefinition,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { TypedData } from '../sign/typedData'

import type { Bytes } from './vault'

/** What a transaction is signed with besides itself: an authorization to this delegate, nonce + 1. */
export type Signing = { transaction: TransactionSerializable; authorize?: Address }

/**
 * Signs a transaction, with the account's own authorization when it upgrades (EIP-7702): its chain id is
 * the transaction's, never 0, and its nonce the one after.
 */
export const signTransaction = async (
  key: Bytes,
  { transaction, authorize }: Signing,
): Promise<Hex> => {
  const account = privateKeyToAccount(bytesToHex(key))
  if (!authorize) return account.signTransaction(transaction)
  const { chainId, nonce } = transaction
  if (!chainId || nonce === undefined) throw new Error('an authorization needs a chain and a nonce')
  const authorization = await account.signAuthorization({
    chainId,
    address: authorize,
    nonce: nonce + 1,
  })
  return account.signTransaction({
    ...transaction,
    type: 'eip7702',
    authorizationList: [authorization],
  } as TransactionSerializable)
}

/** Signs bytes as a message (EIP-191). */
export const signMessage = (key: Bytes, message: Hex): Promise<Hex> =>
  privateKeyToAccount(bytesToHex(key)).signMessage({ message: { raw: message } })

/** Signs typed data (EIP-712). */
export const signTypedData = (key: Bytes, typedData: TypedData): Promise<Hex> =>
  privateKeyToAccount(bytesToHex(key)).signTypedData(typedData as unknown as TypedDataDefinition)
