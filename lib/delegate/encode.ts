import { encodeAbiParameters, parseAbi, type Address, type Hex } from 'viem'
import type { Call } from '../db'
import { knownDelegate } from './delegates'
import { encodeCall } from '../values/encodeCall'

const abi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
  'function executeBySender(Call[] calls)',
  'function executeFromSelf(Call[] calls)',
  'function execute(bytes32 mode, bytes executionData)',
])

/** Errors of executors that name or wrap the call that failed. */
export const executorErrors = parseAbi([
  'error ExecuteError(uint256 index, bytes reason)',
  'error CallFailed(uint256 index, uint256 size, bytes reason)',
  'error CallFailed(bytes reason)',
])

/** ERC-7821 mode for a single batch that reverts as a whole, without extra data. */
const wholeBatch = `0x01${'00'.repeat(31)}` as const

const argumentsOf = (calls: readonly Call[]) =>
  calls.map(({ to, value, data }) => {
    // An empty target means the account itself to some executors, and Ambire's skips the call.
    if (!to) throw new Error('a deployment has no place in a batch')
    return { target: to, value: BigInt(value), data }
  })

/**
 * Encodes the data of the account's transaction to itself that runs all calls or none, for its delegate.
 * Throws if the delegate has no known encoding, or for a contract deployment.
 */
export const encodeBatch = (calls: readonly Call[], delegate: Address | null): Hex => {
  const encoding = delegate && knownDelegate(delegate)?.encoding
  if (!encoding) throw new Error('no batch runs through this delegate')
  const args = argumentsOf(calls)
  if (encoding !== 'erc7821') return encodeCall({ abi, functionName: encoding, args: [args] })
  const executionData = encodeAbiParameters(abi[0].inputs, [args])
  return encodeCall({ abi, functionName: 'execute', args: [wholeBatch, executionData] })
}
