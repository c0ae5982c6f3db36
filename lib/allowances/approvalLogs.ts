import { size, toEventSelector, type Address, type Hex } from 'viem'
import { permit2 } from '../decode/contracts'
import type { Log } from '../simulate/simulateV1'
import { mentionsInLogs } from '../simulate/transferLogs'
import { sameAddress } from '../values/address'
import { grantsIn, type Grant } from './grant'

/** Events whose first indexed field is the owner: ERC-20 and ERC-721 share the first, ERC-721 and ERC-1155 the second. */
const ofTokens = ['Approval(address,address,uint256)', 'ApprovalForAll(address,address,bool)']

/** Events of Permit2 (IAllowanceTransfer.sol, github.com/Uniswap/permit2), with the owner first as well. */
const ofPermit2 = [
  'Approval(address,address,address,uint160,uint48)',
  'Permit(address,address,address,uint160,uint48,uint48)',
]

/** Returns the topics that a node finds an owner's approvals by. */
export const approvalTopics = (): Hex[] => [...ofTokens, ...ofPermit2].map(toEventSelector)

/** The most spenders of one contract that are read: a contract can log as many as it likes. */
export const quota = 200

const isHash = (topic: unknown) => typeof topic === 'string' && /^0x[0-9a-f]{64}$/i.test(topic)

const isLog = (value: unknown): value is Log => {
  if (typeof value !== 'object' || value === null) return false
  const { address, topics, data } = value as Partial<Record<keyof Log, unknown>>
  return (
    /^0x[0-9a-f]{40}$/i.test(String(address)) &&
    /^0x([0-9a-f]{2})*$/i.test(String(data)) &&
    Array.isArray(topics) &&
    topics.every(isHash)
  )
}

/** True if a log allows something; one that takes back ranks last. */
const isSome = ({ topics: [, , spender, id], data }: Log): boolean =>
  size(data) >= 32 ? BigInt(data.slice(0, 66)) > 0n : id !== undefined && BigInt(spender ?? 0) > 0n

/**
 * Returns the grants that logs name, oldest log first, and how many are `left` out. Logs may lie and come in
 * thousands: each contract has the same small quota, and what was allowed counts before what was taken back.
 */
export const grantsInLogs = (
  logs: readonly unknown[],
  account: Address,
): { grants: Grant[]; left: number } => {
  const contracts = new Map<string, Map<string, Log>>()
  const [, , ...permits] = approvalTopics()
  for (const log of logs.toReversed()) {
    if (!isLog(log)) continue
    const isPermit = permits.some((topic) => topic === log.topics[0])
    if (isPermit && !sameAddress(log.address, permit2)) continue
    const at = log.address.toLowerCase()
    const pairs = contracts.get(at) ?? new Map<string, Log>()
    const pair = log.topics.join()
    // The newest log of a pair is the first that comes here, and says what the pair has now.
    if (!pairs.has(pair)) pairs.set(pair, log)
    contracts.set(at, pairs)
  }
  let left = 0
  const kept = [...contracts.values()].flatMap((pairs) => {
    const ranked = [...pairs.values()].sort((a, b) => Number(isSome(b)) - Number(isSome(a)))
    left += ranked.slice(quota).length
    return ranked.slice(0, quota)
  })
  return { grants: grantsIn(mentionsInLogs(kept, account), account), left }
}
