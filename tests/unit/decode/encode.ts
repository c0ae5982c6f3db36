import { encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'

/** The call's own contract, and two tokens. */
export const contract: Address = '0x2222222222222222222222222222222222222222'
export const usdc: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const weth: Address = '0x4200000000000000000000000000000000000006'

/** The last arguments of a permit: 32 bytes, and a signature. */
export const word: Hex = `0x${'ab'.repeat(32)}`
export const signed = [27, word, word]

/** A function by its signature as its maker published it, and data for it. */
export const encode = (signature: string, args: readonly unknown[]): Hex => {
  const abi = parseAbi([`function ${signature}`] as readonly string[])
  return encodeFunctionData({ abi, args } as never)
}

/** A function's signature, arguments, and what it does when alice sends 9 wei with it. */
export type Sample = readonly [signature: string, args: readonly unknown[], deed: object]
