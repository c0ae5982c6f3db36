import {
  decodeEventLog,
  isAddressEqual,
  parseAbi,
  toEventSelector,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import type {
  Coming,
  Deal,
  Leaving,
  ReadSignature,
  SignedAsset,
} from '@/lib/decode/signatures/signatureReading'
import type { Log } from './oracleChain'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Moved(address indexed from, address indexed to, uint256 id, uint256 amount)',
  'event Called(address to, uint256 value, bytes data, bool isDelegated)',
  'event Right(address owner, address holder, bool isGiven)',
])

/** Transfer of an item: name and topic are those of a token's Transfer, but the third word is the item. */
const items = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
])
const moves = toEventSelector(items[0])

type Moved = { asset: Address; id: bigint | null; from: Address; to: Address; amount: bigint }
type Called = { to: Address; value: bigint; data: Hex; isDelegated: boolean }
type Given = { owner: Address; holder: Address; isGiven: boolean }

/** Effect of a signature on the chain. */
export type Effect = { moved: Moved[]; called: Called[]; given: Given[]; coins: bigint }

/** Reads the logs of the contracts that stand on the local chain. */
export const effectOf = (logs: readonly Log[], coins: bigint): Effect => {
  const effect: Effect = { moved: [], called: [], given: [], coins }
  for (const { address, topics, data } of logs) {
    if (topics.length === 4 && topics[0] === moves) {
      const { args } = decodeEventLog({ abi: items, topics, data })
      effect.moved.push({ asset: address, amount: 1n, ...args })
      continue
    }
    const log = (() => {
      try {
        return decodeEventLog({ abi, topics, data })
      } catch {
        return undefined
      }
    })()
    if (log?.eventName === 'Transfer') {
      const { from, to, value } = log.args
      effect.moved.push({ asset: address, id: null, from, to, amount: value })
    } else if (log?.eventName === 'Moved') effect.moved.push({ asset: address, ...log.args })
    else if (log?.eventName === 'Called') effect.called.push(log.args)
    else if (log?.eventName === 'Right') effect.given.push(log.args)
  }
  // A signature gives neither nothing nor what comes from nobody.
  const moved = effect.moved.filter(({ amount, from }) => amount > 0n && from !== zeroAddress)
  return { ...effect, moved }
}

const isOf = (asset: SignedAsset, { asset: address, id }: Moved): boolean =>
  (asset.kind === 'token' && id === null && isAddressEqual(asset.address, address)) ||
  (asset.kind === 'item' &&
    id !== null &&
    isAddressEqual(asset.address, address) &&
    (asset.id === null || asset.id === id))

const sum = (all: readonly { amount: bigint }[]): bigint =>
  all.reduce((total, { amount }) => total + amount, 0n)

/** True if the lines let at least as much go, to those who got it. */
const isGiven = (leaves: readonly Leaving[], lost: readonly Moved[], venue: Address): boolean => {
  const isFor = ({ asset, from, to, how }: Leaving, one: Moved) =>
    isOf(asset, one) &&
    isAddressEqual(from, one.from) &&
    (how === 'spends' || to === null || isAddressEqual(to, one.to) || isAddressEqual(to, venue))
  return lost.every((one) => {
    const fitting = leaves.filter((leaving) => isFor(leaving, one))
    if (fitting.some(({ amount }) => amount === null)) return true
    const most = fitting.reduce((total, { amount }) => total + (amount ?? 0n), 0n)
    // All that went by these lines together, since one line may be taken in parts.
    const gone = lost.filter((other) => fitting.some((leaving) => isFor(leaving, other)))
    return fitting.length > 0 && sum(gone) <= most
  })
}

/** True if no less came back to the account than the lines promise. */
const isReturned = (returns: readonly Coming[], got: readonly Moved[], coins: bigint): boolean =>
  returns.every(({ asset, amount }) => {
    if (amount === null) return true
    const same = returns.filter(
      (other) => JSON.stringify(named(other)) === JSON.stringify(named({ asset })),
    )
    const promised = same.reduce((total, one) => total + (one.amount ?? 0n), 0n)
    const came = asset.kind === 'coin' ? coins : sum(got.filter((one) => isOf(asset, one)))
    return came >= promised
  })

const named = ({ asset }: Pick<Coming, 'asset'>) =>
  asset.kind === 'item'
    ? [asset.address, String(asset.id)]
    : asset.kind === 'token'
      ? asset.address
      : asset.kind

const isWithin = (
  { leaves, returns }: Deal,
  effect: Effect,
  victims: readonly Address[],
  venue: Address,
) => {
  const isVictim = (one: Address) => victims.some((victim) => isAddressEqual(victim, one))
  const lost = effect.moved.filter(({ from, to }) => isVictim(from) && !isVictim(to))
  const got = effect.moved.filter(({ to }) => isVictim(to))
  const own = returns.filter(({ to }) => isVictim(to))
  return isGiven(leaves, lost, venue) && (lost.length === 0 || isReturned(own, got, effect.coins))
}

/** True if the lines of a reading cover all that the signature did on the chain. */
export const isCovered = (
  { deals, calls, rights }: ReadSignature,
  effect: Effect,
  victims: readonly Address[],
  venue: Address,
): boolean => {
  const all = deals.length === 0 ? [{ leaves: [], returns: [] }] : deals
  const isDealt = all.some((deal) => isWithin(deal, effect, victims, venue))
  const isCalled = effect.called.every((one) =>
    calls.some(
      ({ to, value, data, isDelegated }) =>
        isAddressEqual(to, one.to) &&
        value === one.value &&
        data.toLowerCase() === one.data.toLowerCase() &&
        isDelegated === one.isDelegated,
    ),
  )
  const isRight = effect.given.every(({ holder, isGiven: given }) =>
    rights.some(({ to, isGiven: said }) => isAddressEqual(to, holder) && said === given),
  )
  return isDealt && isCalled && isRight
}

/** True if nothing came of it for those whose signature it was: no contract took it. */
export const isNothing = ({ moved, called, given }: Effect, victims: readonly Address[]): boolean =>
  called.length + given.length === 0 &&
  !moved.some(({ from }) => victims.some((victim) => isAddressEqual(victim, from)))
