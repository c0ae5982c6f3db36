import { parseAbi, size, slice, type Hex } from 'viem'
import type { CallStep } from '../reading'
import { readCommand } from '../command'
import { standard, type Context } from '../standard'

/**
 * Reads one command. Its highest bit lets the others go on if it fails; its number is in the lowest six bits.
 */
const commandAt = (commands: Hex, index: number, input: Hex, context: Context): CallStep => {
  const byte = parseInt(slice(commands, index, index + 1), 16)
  const reading = readCommand(byte & 0x3f, input, context)
  const { from, to } = context
  return { from, to, value: '0x0', mayFail: (byte & 0x80) !== 0, reading }
}

/** Uniswap's Universal Router (github.com/Uniswap/universal-router). */
export const universalRouter = standard(
  'Universal Router',
  parseAbi([
    'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
    'function execute(bytes commands, bytes[] inputs)',
  ]),
  ({ args: [commands, inputs] }, context) => {
    if (!context.open || size(commands) !== inputs.length) return undefined
    const steps = inputs.map((input, index) => commandAt(commands, index, input, context))
    return { kind: 'multicall', steps }
  },
)
