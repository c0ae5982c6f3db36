import {
  decodeFunctionData,
  encodeFunctionData,
  parseAbi,
  slice,
  size,
  type Address,
  type Hex,
} from 'viem'

/** Decoded calldata: a known function with its arguments, or else its selector. */
export type Decoded =
  | { kind: 'none' }
  | { kind: 'transfer'; to: Address; amount: bigint }
  | { kind: 'approve'; spender: Address; amount: bigint }
  | { kind: 'transferFrom'; from: Address; to: Address; amount: bigint }
  | { kind: 'swap'; tokenIn: Address; tokenOut: Address; amountIn: bigint; minOut: bigint }
  | { kind: 'unknown'; selector: Hex; bytes: number }

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut)',
])

/** Decodes calldata offline. Returns `unknown` for data that cannot be decoded in full. */
export const decodeCall = (text: Hex): Decoded => {
  const data = text.toLowerCase() as Hex
  if (data === '0x') return { kind: 'none' }
  try {
    const decoded = decodeFunctionData({ abi, data })
    // Another encoding of the same arguments may hide its real meaning.
    if (encodeFunctionData({ abi, ...decoded }) !== data) throw new Error('hidden')
    const { functionName, args } = decoded
    switch (functionName) {
      case 'transfer':
        return { kind: 'transfer', to: args[0], amount: args[1] }
      case 'approve':
        return { kind: 'approve', spender: args[0], amount: args[1] }
      case 'transferFrom':
        return { kind: 'transferFrom', from: args[0], to: args[1], amount: args[2] }
      case 'swap':
        return {
          kind: 'swap',
          tokenIn: args[0],
          tokenOut: args[1],
          amountIn: args[2],
          minOut: args[3],
        }
    }
  } catch {
    // Either an unknown function, or not the encoding of its arguments: only the selector is shown.
  }
  return { kind: 'unknown', selector: slice(data, 0, Math.min(4, size(data))), bytes: size(data) }
}
