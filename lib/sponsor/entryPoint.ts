import { keccak256, type Address, type Hash, type Hex } from 'viem'

/** EntryPoint 0.8 (ERC-4337), the one that the executor takes user operations from. */
export const entryPoint: Address = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/** keccak256 of its code with its immutables zeroed: `deployedBytecode` of `@account-abstraction/contracts` 0.8.0. */
const entryPointCodeHash: Hash =
  '0x518c4e21fe3b27a59a3914d37988fbb30bd892e7d86333a6ed85cf7dc093a052'

/** Where the immutables stand in its code, a word each, in bytes: chain ID and domain separator differ by chain. */
const immutables = [
  5838, 6276, 6317, 8360, 13538, 13585, 13664, 13702, 13774, 20577, 21388,
] as const

const word = '0'.repeat(64)

/** True if code is that of EntryPoint 0.8, on whatever chain. */
export const isEntryPoint = (code: Hex): boolean => {
  let masked: string = code
  for (const at of immutables) {
    const start = 2 + 2 * at
    masked = masked.slice(0, start) + word + masked.slice(start + word.length)
  }
  return keccak256(masked as Hex) === entryPointCodeHash
}
