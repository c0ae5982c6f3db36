import { decodeErrorResult, isHex, type Hex } from 'viem'
import { executorErrors } from '../delegate/encode'

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
