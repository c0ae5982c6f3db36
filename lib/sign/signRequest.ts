import { hashMessage, type Address, type Hex } from 'viem'
import { hashTypedData } from './hashTypedData'
import { loadKeccak } from './keccak'
import type { TypedData } from './typedData'

/** A message to sign (EIP-191), and the site's network at the time of the request. */
export type MessageRequest = { from: Address; message: Hex; chainId: number }

/** Typed data to sign (EIP-712), and the site's network at the time of the request. */
export type TypedDataRequest = {
  from: Address
  typedData: TypedData
  chainId: number
  /** Hash to sign, computed when the request came; absent in rows of older versions. */
  hash?: Hex
}

/** Returns the hash that is signed for a message (EIP-191). */
export const messageHash = ({ message }: Pick<MessageRequest, 'message'>): Hex =>
  hashMessage({ raw: message })

/** Computes the hash that is signed for typed data (EIP-712), whatever hash the request carries. */
export const typedDataHash = async ({
  typedData,
}: Pick<TypedDataRequest, 'typedData'>): Promise<Hex> =>
  hashTypedData(typedData, await loadKeccak())

/** Returns the hash kept with the request; computes it for rows of older versions, which have none. */
export const keptHash = (request: TypedDataRequest): Hex =>
  request.hash ?? hashTypedData(request.typedData)
