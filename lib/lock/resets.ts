import { pad, parseAbi, slice, type Hex } from 'viem'
import type { Call } from '../db'
import type { Receipt } from '../db/batchEvent'
import type { Reset } from '../db/outcome'
import { permit2 } from '../decode/contracts'
import { sameAddress } from '../values/address'
import {
  approvalForAllTopic,
  approvalTopic,
  permit2LockdownTopic,
  transferSingleTopic,
  transferTopic,
} from '../values/eventTopics'
import { encodeCall } from '../values/encodeCall'

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
      return encodeCall({ abi: resetAbi, functionName: 'approve', args: [spender, 0n] })
    case 'Permit2':
      return encodeCall({
        abi: resetAbi,
        functionName: 'lockdown',
        args: [[{ token, spender }]],
      })
    case 'collection':
      return encodeCall({
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

/** Event of each of the locks that write one, by its selector. */
const events: Partial<Record<Hex, string | undefined>> = {
  '0x095ea7b3': approvalTopic,
  '0xa22cb465': approvalForAllTopic,
  '0xcc53287f': permit2LockdownTopic,
  '0x23b872dd': transferTopic,
  '0xf242432a': transferSingleTopic,
}

const eventOf = ({ data }: Call): string | undefined =>
  data === '0x' ? undefined : events[slice(data, 0, 4)]

const zero = `0x${'0'.repeat(64)}`

/** Polygon logs each payment of its coin here, and the fee behind all other logs (bor's core/bor_fee_log.go). */
const ledger = '0x0000000000000000000000000000000000001010'

/** True for Polygon's log of a payment of the account to itself. */
const isPayment = ({ value }: Call, { address, topics, data }: Log): boolean =>
  sameAddress(address, ledger) &&
  topics[2] === topics[3] &&
  data.slice(0, 66) === pad(value, { size: 32 })

const isFee = ({ address, topics }: Log): boolean =>
  sameAddress(address, ledger) && topics[2] !== topics[3]

/** True for the log that a lock writes: an approval's has both its arguments, a transfer's who keeps what, and the ID. */
const isLogOf = (lock: Call, log: Log): boolean => {
  const event = eventOf(lock)
  const topics = log.topics.map((topic) => topic.toLowerCase())
  if (!sameAddress(log.address, lock.to ?? '') || topics[0] !== event) return false
  if (event === permit2LockdownTopic) return true
  const word = (at: number) => slice(lock.data, 4 + 32 * at, 36 + 32 * at)
  const [, first, second, third] = topics
  if (event === transferTopic) return first === word(0) && second === word(0) && third === word(2)
  return event === transferSingleTopic
    ? second === third && second === word(0) && slice(log.data, 0, 32) === word(2)
    : second === word(0) && (third ?? log.data) === word(1)
}

/** True for the log by which older collections say, before an item moves, that nobody is approved for it any more. */
const isClearing = (lock: Call, { address, topics }: Log): boolean =>
  eventOf(lock) === transferTopic &&
  sameAddress(address, lock.to ?? '') &&
  topics[0] === approvalTopic &&
  topics[2] === zero &&
  topics[3] === slice(lock.data, 68, 100)

/**
 * Returns the logs of a batch without those that its own locks wrote: they come last, in the order of the locks. A
 * contract that logs something else there keeps its logs, and those before it.
 */
export const withoutLocks = (logs: Log[], locks: readonly Call[] = []): Log[] => {
  const fees = logs.slice(-1).filter(isFee)
  const own = locks
    .filter((lock) => lock.data === '0x' || eventOf(lock))
    .reduceRight(
      (left, lock) => {
        const last = left.at(-1)
        if (!last || !(lock.data === '0x' ? isPayment : isLogOf)(lock, last)) return left
        const before = left.at(-2)
        return left.slice(0, before && isClearing(lock, before) ? -2 : -1)
      },
      logs.slice(0, logs.length - fees.length),
    )
  return [...own, ...fees]
}
