import { concat, keccak256, numberToHex, size, type Hex } from 'viem'

/** Returns the Calldata Digest (ERC-8213): the hash of the length, as a uint256, and of the data. */
export const calldataDigest = (data: Hex): Hex =>
  keccak256(concat([numberToHex(size(data), { size: 32 }), data]))
