import {
  decodeFunctionData,
  encodeFunctionData,
  parseAbi,
  toEventSelector,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import type { Call } from '../db'
import type { Receipt } from '../db/batchEvent'
import type { Reset } from '../db/outcome'
import { permit2 } from '../decode/contracts'
import { sameAddress } from '../values/address'
import { isLogOfItem, itemIn } from './itemCheck'

/** ERC-20's, that of Permit2 (its IAllowanceTransfer.sol), and that of ERC-721 and ERC-1155. */
const abi = parseAbi([
  'function approve(address spender, uint256 value)',
  'struct Pair { address token; address spender; }',
  'function lockdown(Pair[] pairs)',
  'function setApprovalForAll(address operator, bool approved)',
])

const dataOf = ({ standard, token, spender }: Reset): Hex => {
  switch (standard) {
    case 'ERC20':
      return encodeFunctionData({ abi, functionName: 'approve', args: [spender, 0n] })
    case 'Permit2':
      return encodeFunctionData({ abi, functionName: 'lockdown', args: [[{ token, spender }]] })
    case 'collection':
      return encodeFunctionData({
        abi,
        functionName: 'setApprovalForAll',
        args: [spender, false],
      })
  }
}

const callOf = (reset: Reset): Call => ({
  to: reset.standard === 'Permit2' ? permit2 : reset.token,
  value: '0x0',
  data: dataOf(reset),
})

/** Returns the calls that leave nothing of allowances, one for each. */
export const resetCalls = (resets: readonly Reset[] = []): Call[] => resets.map(callOf)

/** Returns the allowance that one of a batch's locks takes back; undefined for a lock that only checks. */
export const resetIn = ({ to, data }: Pick<Call, 'to' | 'data'>): Reset | undefined => {
  if (!to) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi, data })
    if (functionName === 'approve')
      return args[1] === 0n && args[0] !== zeroAddress
        ? { standard: 'ERC20', token: to, spender: args[0] }
        : undefined
    if (functionName === 'setApprovalForAll')
      return args[1] ? undefined : { standard: 'collection', token: to, spender: args[0] }
    const [pair] = args[0]
    return sameAddress(to, permit2) && pair ? { standard: 'Permit2', ...pair } : undefined
  } catch {
    return undefined
  }
}

type Log = Receipt['logs'][number]

const [approval, lockdown, approvalForAll] = [
  'Approval(address,address,uint256)',
  'Lockdown(address,address,address)',
  'ApprovalForAll(address,address,bool)',
].map((event) => toEventSelector(event))

const isOf = (word: Hex | undefined, address: Address): boolean =>
  word !== undefined && BigInt(word) === BigInt(address)

/** True for the log of a reset, as ERC-20, Permit2, ERC-721 and ERC-1155 write it. */
const isLogOf = ({ standard, token, spender }: Reset, { address, topics, data }: Log): boolean =>
  standard === 'Permit2'
    ? sameAddress(address, permit2) && topics[0] === lockdown
    : sameAddress(address, token) &&
      topics.length === 3 &&
      topics[0] === (standard === 'ERC20' ? approval : approvalForAll) &&
      isOf(topics[2], spender) &&
      BigInt(data) === 0n

const isLogOfLock = (lock: Call, log: Log): boolean => {
  const [reset, held] = [resetIn(lock), itemIn(lock)]
  return (reset && isLogOf(reset, log)) ?? (held && isLogOfItem(held.item, log)) ?? false
}

/**
 * Returns the logs of a batch without those that its own locks wrote: they come last, in the order of the locks. A
 * contract that logs something else there keeps its logs, and those before it.
 */
export const withoutLocks = (logs: Log[], locks: readonly Call[] = []): Log[] =>
  locks
    .filter((lock) => resetIn(lock) ?? itemIn(lock))
    .reduceRight((left, lock) => {
      const last = left.at(-1)
      return last && isLogOfLock(lock, last) ? left.slice(0, -1) : left
    }, logs)
