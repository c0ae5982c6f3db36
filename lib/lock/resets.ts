import { encodeFunctionData, parseAbi, slice, toEventSelector, type Hex } from 'viem'
import type { Call } from '../db'
import type { Receipt } from '../db/batchEvent'
import type { Reset } from '../db/outcome'
import { permit2 } from '../decode/contracts'
import { sameAddress } from '../values/address'

/** ERC-20's, that of Permit2 (its IAllowanceTransfer.sol), and that of ERC-721 and ERC-1155. */
export const resetAbi = parseAbi([
  'function approve(address spender, uint256 value)',
  'struct Pair { address token; address spender; }',
  'function lockdown(Pair[] pairs)',
  'function setApprovalForAll(address operator, bool approved)',
])

const dataOf = ({ standard, token, spender }: Reset): Hex => {
  switch (standard) {
    case 'ERC20':
      return encodeFunctionData({ abi: resetAbi, functionName: 'approve', args: [spender, 0n] })
    case 'Permit2':
      return encodeFunctionData({
        abi: resetAbi,
        functionName: 'lockdown',
        args: [[{ token, spender }]],
      })
    case 'collection':
      return encodeFunctionData({
        abi: resetAbi,
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

type Log = Receipt['logs'][number]

/** Events that locks write, by the selector of the call: each names its first argument second, and its second after. */
const [approval, approvalForAll, lockdown, single] = [
  'Approval(address,address,uint256)',
  'ApprovalForAll(address,address,bool)',
  'Lockdown(address,address,address)',
  'TransferSingle(address,address,address,uint256,uint256)',
].map((event) => toEventSelector(event))

/** Event of each of the locks that write one, by its selector. */
const events: Partial<Record<Hex, string | undefined>> = {
  '0x095ea7b3': approval,
  '0xa22cb465': approvalForAll,
  '0xcc53287f': lockdown,
  '0xf242432a': single,
}

const eventOf = ({ data }: Call): string | undefined => events[slice(data, 0, 4)]

/** True for the log that a lock writes: an approval's has both its arguments, a transfer's the receiver and the ID. */
const isLogOf = (lock: Call, log: Log): boolean => {
  const event = eventOf(lock)
  const { address } = log
  const topics = log.topics.map((topic) => topic.toLowerCase())
  if (!sameAddress(address, lock.to ?? '') || topics[0] !== event) return false
  if (event === lockdown) return true
  const word = (at: number) => slice(lock.data, 4 + 32 * at, 36 + 32 * at)
  return event === single
    ? topics[2] === topics[3] && topics[2] === word(0) && slice(log.data, 0, 32) === word(2)
    : topics[2] === word(0) && (topics[3] ?? log.data) === word(1)
}

/**
 * Returns the logs of a batch without those that its own locks wrote: they come last, in the order of the locks. A
 * contract that logs something else there keeps its logs, and those before it.
 */
export const withoutLocks = (logs: Log[], locks: readonly Call[] = []): Log[] =>
  locks
    .filter((lock) => lock.data !== '0x' && eventOf(lock))
    .reduceRight((left, lock) => {
      const last = left.at(-1)
      return last && isLogOf(lock, last) ? left.slice(0, -1) : left
    }, logs)
