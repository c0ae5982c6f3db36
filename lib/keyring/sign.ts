import { bytesToHex, numberToHex, type Hex } from 'viem'
// Not `privateKeyToAccount`: it brings viem's own hashing of typed data, which nothing here calls.
import * as signer from 'viem/accounts'
import { executor } from '../delegate/executor'
import { hashTypedData } from '../sign/hashTypedData'
import { assertPriced, authorizationOf, withAuthorization, type Signing } from '../sign/transaction'
import { loadKeccak } from '../sign/keccak'
import type { TypedData } from '../sign/typedData'
import type { Operation, SignedOperation } from '../db/userOperation'
import { operationHash } from '../sponsor/operation'

import type { Bytes } from './base64'

/** A user operation to sign; `nonce`: the account's, of its transactions, which an upgrade's authorization uses. */
export type OperationSigning = { chainId: number; operation: Operation; nonce: number }

/**
 * Signs a transaction. Throws if it has no price. With `authorize`, adds the account's own EIP-7702
 * authorization.
 */
export const signTransaction = async (
  key: Bytes,
  { transaction, authorize }: Signing,
): Promise<Hex> => {
  assertPriced(transaction)
  const privateKey = bytesToHex(key)
  if (!authorize) return signer.signTransaction({ privateKey, transaction })
  const authorization = await signer.signAuthorization({
    privateKey,
    ...authorizationOf(transaction, authorize),
  })
  return signer.signTransaction({
    privateKey,
    transaction: withAuthorization(transaction, authorization),
  })
}

/** Signs bytes as a personal message (EIP-191, version 0x45). */
export const signMessage = (key: Bytes, message: Hex): Promise<Hex> =>
  signer.signMessage({ privateKey: bytesToHex(key), message: { raw: message } })

/** Signs typed data (EIP-712). */
export const signTypedData = async (key: Bytes, typedData: TypedData): Promise<Hex> => {
  const hash = hashTypedData(typedData, await loadKeccak())
  return signer.sign({ privateKey: bytesToHex(key), hash, to: 'hex' })
}

/**
 * Signs a user operation for the wallet's executor. One that upgrades the account gets its EIP-7702 authorization, at
 * the account's next nonce and not, as in a transaction of its own, the one after: a bundler is the sender.
 */
export const signUserOperation = async (
  key: Bytes,
  { chainId, operation, nonce }: OperationSigning,
): Promise<SignedOperation> => {
  if (!chainId) throw new Error('an operation needs a chain')
  const privateKey = bytesToHex(key)
  const hash = operationHash(chainId, operation, executor)
  const signature = await signer.sign({ privateKey, hash, to: 'hex' })
  if (!operation.factory) return { ...operation, signature }
  const { r, s, yParity } = await signer.signAuthorization({
    privateKey,
    chainId,
    address: executor,
    nonce,
  })
  const eip7702Auth = {
    address: executor,
    chainId: numberToHex(chainId),
    nonce: numberToHex(nonce),
    // Each 32 bytes: some bundlers refuse a part without its leading zeros.
    r: numberToHex(BigInt(r), { size: 32 }),
    s: numberToHex(BigInt(s), { size: 32 }),
    yParity: numberToHex(yParity ?? 0, { size: 1 }),
  }
  return { ...operation, signature, eip7702Auth }
}
