import { size, toEventSelector, type Address } from 'viem'
import { contractName } from '../decode/contracts'
import type { Argument, DecodedCall } from '../decode/reading'
import { sameAddress } from '../values/address'
import type { Plan } from './plan'
import type { Log } from './simulateV1'
import { mentionsInLogs, transfersIn } from './transferLogs'

/** Events of an account that give nothing away: votes, and an asset of its own used as collateral in Aave. */
const harmless = [
  'VoteCast(address,uint256,uint8,uint256,string)',
  'ReserveUsedAsCollateralEnabled(address,address)',
  'ReserveUsedAsCollateralDisabled(address,address)',
]

let topics: Set<string> | undefined

const isHarmless = (topic: string | undefined): boolean => {
  topics ??= new Set(harmless.map((event) => toEventSelector(event)))
  return topic !== undefined && topics.has(topic)
}

/** Returns the parts of a call that nobody can read: the call itself, or calls within it. */
const unreadIn = (reading: DecodedCall): DecodedCall[] => {
  if (reading.kind === 'multicall') return reading.steps.flatMap((step) => unreadIn(step.reading))
  return reading.kind === 'unknown' ? [reading] : []
}

const addressesIn = (args: readonly Argument[]): string[] =>
  args.flatMap(({ type, value }) =>
    typeof value !== 'string' ? addressesIn(value) : type === 'address' ? [value] : [],
  )

/**
 * True if a call does something that cannot be read. By its data: it may name somebody else, and no token or
 * coin moves but the wei that it sends. By its logs: one names the account in an event that nobody knows, and
 * nothing moves.
 */
const isUnread = (
  { to, reading }: { to: Address; reading: DecodedCall },
  logs: readonly Log[],
  { from, chainId }: Plan,
): boolean => {
  const unread = unreadIn(reading)
  if (unread.length === 0) return false
  const moves = logs.flatMap((log) => transfersIn(log, from)).filter(({ amount }) => amount > 0n)
  const isOwnWei = (move: (typeof moves)[number]) =>
    move.asset.standard === 'native' && sameAddress(move.from, from) && sameAddress(move.to, to)
  const isTold = mentionsInLogs(logs, from).grants.size > 0
  if (isTold || moves.some((move) => !isOwnWei(move))) return false
  const isKnown = (address: string) =>
    sameAddress(address, from) ||
    sameAddress(address, to) ||
    contractName(address as Address, chainId) !== undefined
  const mayName = unread.some(({ kind, args, ...rest }) =>
    args.length === 0
      ? kind === 'unknown' && 'bytes' in rest && rest.bytes > 4
      : addressesIn(args).some((address) => !isKnown(address)),
  )
  const own = from.slice(2).toLowerCase()
  const isNamed = ({ topics: [event, ...rest] }: Log) =>
    !isHarmless(event) && rest.some((topic) => topic.toLowerCase().endsWith(own))
  return mayName || (moves.length === 0 && logs.some(isNamed))
}

/** True if one of a plan's calls does something that cannot be read; `logs` of each call, where known. */
export const hasUnread = async (
  plan: Plan,
  logs: readonly (readonly Log[])[],
): Promise<boolean> => {
  // A dynamic import: the service worker does not load the decoding tables when it starts.
  const { readCall } = await import('../decode/read')
  const { from, chainId } = plan
  return plan.calls.some(({ to, value, data }, index) => {
    if (!to || size(data) === 0) return false
    const reading = readCall({ from, to, value, data }, chainId)
    return isUnread({ to, reading }, logs[index] ?? [], plan)
  })
}
