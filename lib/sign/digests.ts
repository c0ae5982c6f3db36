import { concat, hashDomain, hashStruct, keccak256, numberToHex, size, type Hex } from 'viem'
import type { TypedData } from './typedData'

/** Digests of typed data that a wallet shows for comparison, by the terms of ERC-8213. */
export type TypedDataDigests = { domainHash: Hex; messageHash: Hex; digest: Hex }

/** Returns the Calldata Digest (ERC-8213): the hash of the length, as a uint256, and of the data. */
export const calldataDigest = (data: Hex): Hex =>
  keccak256(concat([numberToHex(size(data), { size: 32 }), data]))

/** Returns the Domain Hash, the Message Hash and the EIP-712 Digest (ERC-8213), which is what is signed. */
export const typedDataDigests = (typedData: TypedData): TypedDataDigests => {
  const { types, primaryType, domain, message } = typedData
  const domainHash = hashDomain({ domain, types })
  const messageHash = hashStruct({ data: message, primaryType, types })
  return { domainHash, messageHash, digest: keccak256(concat(['0x1901', domainHash, messageHash])) }
}
