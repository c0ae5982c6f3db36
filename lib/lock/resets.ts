import {
  decodeFunctionData,
  encodeFunctionData,
  parseAbi,
  toEventSelector,
  type Address,
  type Hex,
} from 'viem'
import type { Call } from '../db'
import type { Receipt } from '../db/batchEvent'
import type { Reset } from '../db/outcome'
import { permit2 } from '../decode/contracts'
import { sameAddress } from '../values/address'

/** ERC-20's, and that of Permit2 (its IAllowanceTransfer.sol). */
const abi = parseAbi([
  'function approve(address spender, uint256 value)',
  'struct Pair { address token; address spender; }',
  'function lockdown(Pair[] pairs)',
])

const callOf = ({ standard, token, spender }: Reset): Call =>
  standard === 'ERC20'
    ? {
        to: token,
        value: '0x0',
        data: encodeFunctionData({ abi, functionName: 'approve', args: [spender, 0n] }),
      }
    : {
        to: permit2,
        value: '0x0',
        data: encodeFunctionData({ abi, functionName: 'lockdown', args: [[{ token, spender }]] }),
      }

/** Returns the calls that leave nothing of allowances, one for each. */
export const resetCalls = (resets: readonly Reset[] = []): Call[] => resets.map(callOf)

/** Returns the allowance that one of a batch's locks takes back; undefined for a lock that only checks. */
export const resetIn = ({ to, data }: Pick<Call, 'to' | 'data'>): Reset | undefined => {
  if (!to) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi, data })
    if (functionName === 'approve')
      return args[1] === 0n ? { standard: 'ERC20', token: to, spender: args[0] } : undefined
    const [pair] = args[0]
    return sameAddress(to, permit2) && pair ? { standard: 'Permit2', ...pair } : undefined
  } catch {
    return undefined
  }
}

type Log = Receipt['logs'][number]

const [approval, lockdown] = [
  'Approval(address,address,uint256)',
  'Lockdown(address,address,address)',
].map((event) => toEventSelector(event))

const isOf = (word: Hex | undefined, address: Address): boolean =>
  word !== undefined && BigInt(word) === BigInt(address)

/** True for the log of a reset, as ERC-20 and Permit2 write it. */
const isLogOf = ({ standard, token, spender }: Reset, { address, topics, data }: Log): boolean =>
  standard === 'ERC20'
    ? sameAddress(address, token) &&
      topics.length === 3 &&
      topics[0] === approval &&
      isOf(topics[2], spender) &&
      BigInt(data) === 0n
    : sameAddress(address, permit2) && topics[0] === lockdown

/**
 * Returns the logs of a batch without those that its own resets wrote: they come last, in the order of the resets. A
 * token that logs something else there keeps its logs, and those before it.
 */
export const withoutResets = (logs: Log[], locks: readonly Call[] = []): Log[] =>
  locks
    .flatMap((lock) => resetIn(lock) ?? [])
    .reduceRight((left, reset) => {
      const last = left.at(-1)
      return last && isLogOf(reset, last) ? left.slice(0, -1) : left
    }, logs)
