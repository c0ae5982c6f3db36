import {
  concat,
  concatHex,
  decodeErrorResult,
  encodeAbiParameters,
  numberToHex,
  pad,
  parseAbi,
  size,
  slice,
  type Address,
  type Hex,
} from 'viem'
import type { Call } from '../db'
import { encodeCall } from '../values/encodeCall'

export const checkAbi = parseAbi([
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
])

/** A command of the router, written as a function for its arguments (its Commands.sol and Dispatcher.sol). */
const [{ inputs }] = parseAbi([
  'function BALANCE_CHECK_ERC20(address owner, address token, uint256 least)',
])

/** Its arguments. */
export const checkInput = inputs

const balanceCheck: Hex = '0x0e'

/** Selector of `BalanceTooLow()`, by which a check reverts, within the router's own error (its Dispatcher.sol and IUniversalRouter.sol). */
const tooLow = '0xa3281672'

/** Selector of the error by which a call reverts after its deadline (IUniversalRouter.sol). */
export const tooLate = '0x5bf6f916'

const errors = parseAbi(['error ExecutionFailed(uint256 commandIndex, bytes message)'])

/** Selector of `execute(bytes,bytes[],uint256)`. */
const executeSelector = '0x3593564c'

/** The least that an account must have of a token, in raw units. */
export type Least = { token: Address; least: bigint }

/**
 * Returns a call that only reads: Uniswap's Universal Router reverts it if the account has less of a token than the
 * least, or after the deadline (in seconds since 1970).
 */
export const checkCall = (
  router: Address,
  account: Address,
  leasts: readonly Least[],
  deadline = 0n,
): Call => {
  const commands = concatHex(['0x', ...leasts.map(() => balanceCheck)])
  const inputs = leasts.map(({ token, least }) =>
    encodeAbiParameters(checkInput, [account, token, least]),
  )
  const data = encodeCall({ abi: checkAbi, args: [commands, inputs, deadline] })
  return { to: router, value: '0x0', data }
}

/** True for a call of the router's `execute`. */
export const isCheck = ({ data }: Call): boolean =>
  size(data) > 100 && slice(data, 0, 4) === executeSelector

/** True if one of these calls keeps to a deadline. */
export const keepsDeadline = (locks: readonly Call[]): boolean => locks.some(isCheck)

/** Returns locks with a deadline (in seconds since 1970) in their check: without one, it reverts. */
export const lockedUntil = (locks: readonly Call[], deadline: number): Call[] =>
  locks.map((lock) =>
    isCheck(lock)
      ? {
          ...lock,
          data: concat([
            slice(lock.data, 0, 68),
            pad(numberToHex(deadline), { size: 32 }),
            slice(lock.data, 100),
          ]),
        }
      : lock,
  )

/** Returns which of a check's conditions does not hold, by the router's revert data; undefined for any other. */
export const brokenBy = (data: Hex): number | undefined => {
  try {
    const [index, message] = decodeErrorResult({ abi: errors, data }).args
    return message === tooLow ? Number(index) : undefined
  } catch {
    return undefined
  }
}
