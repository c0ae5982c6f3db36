import { bytesToHex, type Address, type Hex, type TransactionSerializable } from 'viem'
// Not `privateKeyToAccount`: it brings viem's own hashing of typed data, which nothing here calls.
import * as signer from 'viem/accounts'
import { hashTypedData } from '../sign/hashTypedData'
import { loadKeccak } from '../sign/keccak'
import type { TypedData } from '../sign/typedData'

import type { Bytes } from './vault'

/** A transaction to sign; `authorize` adds the account's own EIP-7702 authorization for this delegate. */
export type Signing = { transaction: TransactionSerializable; authorize?: Address }

/** The fee fields of a transaction of each type, which have to be there. */
const fields: Readonly<Record<string, readonly (keyof TransactionSerializable)[]>> = {
  legacy: ['gasPrice'],
  eip1559: ['maxFeePerGas', 'maxPriorityFeePerGas'],
}

/** Throws if a fee is missing: a library writes it as zero, and the nonce would be held for good. */
const assertPriced = (transaction: TransactionSerializable): void => {
  if (!fields[transaction.type ?? '']?.every((name) => typeof transaction[name] === 'bigint'))
    throw new Error('a transaction without a price is not signed')
}

/** Returns the fees of a type-4 transaction, which has no gas price: that is the most and the tip. */
const typeFourFees = ({
  gasPrice,
  maxFeePerGas = gasPrice,
  maxPriorityFeePerGas = gasPrice,
}: TransactionSerializable) => ({ maxFeePerGas, maxPriorityFeePerGas })

/**
 * Signs a transaction. Throws if it has no price. With `authorize`, adds the account's own EIP-7702
 * authorization: its chain ID is the transaction's, never 0, which any chain would accept, and its nonce is
 * the transaction's plus one, because the sender's nonce rises before authorizations are processed.
 */
export const signTransaction = async (
  key: Bytes,
  { transaction, authorize }: Signing,
): Promise<Hex> => {
  assertPriced(transaction)
  const privateKey = bytesToHex(key)
  if (!authorize) return signer.signTransaction({ privateKey, transaction })
  const { chainId, nonce } = transaction
  if (!chainId || nonce === undefined) throw new Error('an authorization needs a chain and a nonce')
  const authorization = await signer.signAuthorization({
    privateKey,
    chainId,
    address: authorize,
    nonce: nonce + 1,
  })
  const { gasPrice: _, ...unpriced } = transaction
  const upgrade = {
    ...unpriced,
    ...typeFourFees(transaction),
    type: 'eip7702',
    authorizationList: [authorization],
  } as TransactionSerializable
  return signer.signTransaction({ privateKey, transaction: upgrade })
}

/** Signs bytes as a personal message (EIP-191, version 0x45). */
export const signMessage = (key: Bytes, message: Hex): Promise<Hex> =>
  signer.signMessage({ privateKey: bytesToHex(key), message: { raw: message } })

/** Signs typed data (EIP-712). */
export const signTypedData = async (key: Bytes, typedData: TypedData): Promise<Hex> => {
  const hash = hashTypedData(typedData, await loadKeccak())
  return signer.sign({ privateKey: bytesToHex(key), hash, to: 'hex' })
}
