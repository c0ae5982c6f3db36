import { decodeErrorResult, hexToBytes, isHex, parseAbi, size, slice, type Hex } from 'viem'
import { executorErrors } from '../delegate/encode'
import { sanitize } from './sanitize'

const abi = [
  ...executorErrors,
  ...parseAbi([
    'error Panic(uint256)',
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
    'error TooLittleReceived(uint256 out, uint256 minOut)',
  ]),
]

/** Revert data as far as they can be read. Texts of the contract are sanitized. */
export type RevertReading =
  | { kind: 'silent' }
  /** The contract's own sentence. */
  | { kind: 'text'; text: string }
  /** A known error with its arguments: `Panic(17)`. */
  | { kind: 'error'; name: string }
  /** An executor's error about its call `number`, counted from 1. */
  | { kind: 'call'; number: number; reading: RevertReading }
  | { kind: 'unread'; selector: Hex; size: number }

/** The most nested executor errors to read: a deeper one stays unread. */
const maxDepth = 3

/** Reads revert data; `whole`: bytes before they were cut. */
export const readRevert = (data: Hex, whole = size(data), depth = 0): RevertReading => {
  if (data === '0x') return { kind: 'silent' }
  const text = revertText(data)
  if (text !== undefined) return { kind: 'text', text }
  try {
    const { errorName, args } = decodeErrorResult({ abi, data })
    const inner = args.at(-1)
    if (errorName !== 'ExecuteError' && errorName !== 'CallFailed')
      return { kind: 'error', name: sanitize(`${errorName}(${args.join(', ')})`) }
    if (isHex(inner) && depth < maxDepth) {
      const reading = readRevert(inner, undefined, depth + 1)
      return args.length > 1 ? { kind: 'call', number: Number(args[0]) + 1, reading } : reading
    }
  } catch {
    // Neither of the known errors, or not the encoding of its arguments.
  }
  return { kind: 'unread', selector: slice(data, 0, Math.min(4, size(data))), size: whole }
}

/** `Error(string)` with its offset; the text is read by hand, as the data may be cut within it. */
const textHead = `0x08c379a0${'20'.padStart(64, '0')}`

/** Returns the contract's own sentence in revert data, sanitized; undefined if they are no sentence. */
export const revertText = (data: Hex): string | undefined => {
  if (!data.toLowerCase().startsWith(textHead) || size(data) < 68) return undefined
  const length = Number(slice(data, 36, 68))
  return size(data) === 68
    ? ''
    : sanitize(new TextDecoder().decode(hexToBytes(slice(data, 68)).subarray(0, length)))
}
