import { decodeErrorResult, isHex, parseAbi, size, slice, type Hex } from 'viem'
import { executorErrors } from '../delegate/encode'
import { sanitize } from './sanitize'

const abi = [
  ...executorErrors,
  ...parseAbi([
    'error Error(string)',
    'error Panic(uint256)',
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
    'error TooLittleReceived(uint256 out, uint256 minOut)',
  ]),
]

/**
 * Returns the index of the call that failed according to an executor's error, and its revert data. Undefined
 * for any other error.
 */
export const failedCall = (data: Hex): { index: number; data: Hex } | undefined => {
  try {
    const { errorName, args } = decodeErrorResult({ abi: executorErrors, data })
    const reason = args.at(-1)
    return errorName !== 'ExecuteError' && args.length < 2
      ? undefined
      : { index: Number(args[0]), data: isHex(reason) ? reason : '0x' }
  } catch {
    return undefined
  }
}

/** The most nested executor errors to decode: a deeper one is shown undecoded. */
const maxDepth = 3

/**
 * Describes revert data: the contract's sentence, a known error by name, or selector and length. Text from a
 * contract is sanitized.
 */
export const decodeRevert = (data: Hex, depth = 0): string => {
  if (data === '0x') return 'it reverts without a reason'
  try {
    const { errorName, args } = decodeErrorResult({ abi, data })
    if (errorName === 'Error') return sanitize(args[0])
    if (errorName === 'ExecuteError' || errorName === 'CallFailed') {
      const reason = args.at(-1)
      const call = args.length > 1 ? `call ${Number(args[0]) + 1}: ` : ''
      if (isHex(reason) && depth < maxDepth) return call + decodeRevert(reason, depth + 1)
    }
    return sanitize(`${errorName}(${args.join(', ')})`)
  } catch {
    return `error ${slice(data, 0, Math.min(4, size(data)))}, ${size(data)} bytes`
  }
}
