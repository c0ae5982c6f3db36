import { getAddress, parseAbi, slice, size, zeroAddress, type Address, type Hex } from 'viem'
import { readArguments } from '../arguments'
import { standard, type Inner } from '../standard'
import { opened } from './multicalls'

const abi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
  'function executeBySender(Call[] calls)',
  'function executeFromSelf(Call[] calls)',
  'function executeBatch(address[] dest, uint256[] value, bytes[] func)',
  'function execute(address target, uint256 value, bytes data)',
  'function execute(bytes32 mode, bytes executionData)',
])

const callsType = abi[0].inputs
const withOperations = [...callsType, { type: 'bytes', name: 'opData' }] as const

type Call = { target: `0x${string}`; value: bigint; data: Hex }

/** Decodes `executionData` of ERC-7821 or ERC-7579; undefined for other modes and layouts. */
const callsIn = (mode: Hex, data: Hex): readonly Call[] | undefined => {
  const kind = slice(mode, 0, 1)
  if (kind === '0x00' && size(data) >= 52) {
    const value = BigInt(slice(data, 20, 52))
    return [
      {
        target: getAddress(slice(data, 0, 20)),
        value,
        data: size(data) > 52 ? slice(data, 52) : '0x',
      },
    ]
  }
  if (kind !== '0x01') return undefined
  // A batch of batches (ERC-7821) has other types: neither layout below decodes it.
  for (const types of [callsType, withOperations]) {
    const calls = readArguments(types, data)?.values[0]
    if (calls) return calls as readonly Call[]
  }
  return undefined
}

/**
 * Returns the calls with the account in place of the zero address, as ERC-7821 says for its modes. Undefined in
 * other modes: there OpenZeppelin's ERC7579Utils.sol does so too, and erc7579's ExecutionHelper.sol burns the
 * value.
 */
const withAccount = (
  mode: Hex,
  calls: readonly Call[],
  account: Address,
): readonly Call[] | undefined => {
  if (calls.every(({ target }) => target !== zeroAddress)) return calls
  if (slice(mode, 0, 2) !== '0x0100') return undefined
  return calls.map((call) => ({
    ...call,
    target: call.target === zeroAddress ? account : call.target,
  }))
}

/**
 * Smart accounts that run calls: ERC-7821, ERC-7579, SimpleAccount and Simple7702Account (ERC-4337), Ambire,
 * OKX.
 */
export const executors = standard('ERC-7821, ERC-7579, ERC-4337', abi, (decoded, context) => {
  const { functionName, args } = decoded
  const run = (calls: readonly Call[], mayFail = false) =>
    opened(
      context,
      calls.map(({ target, value, data }): Inner => ({
        from: context.to,
        value,
        data,
        mayFail,
        to: target,
      })),
    )
  if (functionName === 'execute') {
    if (args.length === 3) return run([{ target: args[0], value: args[1], data: args[2] }])
    const calls = callsIn(args[0], args[1])
    const named = calls && withAccount(args[0], calls, context.to)
    return named && run(named, slice(args[0], 1, 2) === '0x01')
  }
  if (args.length === 1) return run(args[0])
  const [targets, values, data] = args
  // SimpleAccount accepts an empty list of values for calls that send nothing.
  if (targets.length !== data.length || ![0, targets.length].includes(values.length))
    return undefined
  return run(
    targets.map((target, index) => ({
      target,
      value: values[index] ?? 0n,
      data: data[index] ?? '0x',
    })),
  )
})
