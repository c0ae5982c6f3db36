import { hashAuthorization } from 'viem/utils'
import {
  keccak256,
  parseSignature,
  parseTransaction,
  serializeTransaction,
  type Hash,
  type Hex,
} from 'viem'
import type { DeviceSigning } from '../db'
import { authorizationOf, withAuthorization } from '../sign/transaction'

/** Content that a row asks a device to sign. */
type Asked = Pick<DeviceSigning, 'unsigned' | 'authorize' | 'authorization'>

/** Returns the authorization that a row asks for (EIP-7702); undefined if it asks for none. */
export const authorizationIn = ({ unsigned, authorize }: Asked) =>
  authorize && authorizationOf(parseTransaction(unsigned), authorize)

/** Returns the whole transaction of a row; undefined while its authorization is not signed. */
const transactionIn = (asked: Asked) => {
  const transaction = parseTransaction(asked.unsigned)
  const authorized = authorizationIn(asked)
  if (!authorized) return transaction
  if (!asked.authorization) return undefined
  const { r, s, yParity } = parseSignature(asked.authorization)
  return withAuthorization(transaction, { ...authorized, r, s, yParity })
}

/** Returns the bytes that a device is asked to sign; undefined while the authorization in them is not signed. */
export const unsignedOf = (asked: Asked): Hex | undefined => {
  const transaction = transactionIn(asked)
  return transaction && serializeTransaction(transaction)
}

/** Returns the hash that a part of a row is signed by; undefined if the row asks for no such part, or not yet. */
export const hashOfPart = (
  asked: Asked,
  part: 'authorization' | 'transaction',
): Hash | undefined => {
  const authorization = authorizationIn(asked)
  if (part === 'authorization') return authorization && hashAuthorization(authorization)
  const unsigned = unsignedOf(asked)
  return unsigned && keccak256(unsigned)
}

/** Returns the signed transaction of a row; undefined while a signature is missing. */
export const rawOf = (asked: Asked & Pick<DeviceSigning, 'signature'>): Hex | undefined => {
  const transaction = asked.signature && transactionIn(asked)
  return transaction && serializeTransaction(transaction, parseSignature(asked.signature ?? '0x'))
}
