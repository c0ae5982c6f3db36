import type { Address } from 'viem'
import type { NodeReader } from '../allowances/nodeReader'
import { findNetwork } from '../network/networks'
import { answered, begin, halved, nextRange, type Range, type Walk } from '../allowances/range'
import { clearedUpTo } from './cleared'
import {
  placeOf,
  type Incoming,
  type MeasuredBalances,
  type Seen,
  type TokenReceipt,
} from './incoming'
import { balancesAt, coinKey, risesSince } from './measure'
import { ownFloor, isBlurred, ownAmong } from './ownTransactions'
import { transferIn, transfersTo } from './transferIn'

/** The most ranges of blocks that one look asks for. */
const mostRanges = 16

/** The most logs of several blocks that are read at once: they would hold up the page. */
const mostLogs = 2_000

/** The most entries that are kept of what arrived, and of contracts that nobody knows. */
const most = { known: 200, unknown: 50 }

/** Number of blocks that one node of several may be behind another; a chain that fell back further began anew. */
const lag = 1_000

/** Nothing was searched before the first look: it begins at the newest block. */
const first = (head: number): Walk => ({
  parts: [{ from: 0, to: head }],
  span: 10_000,
  refused: Infinity,
  calm: 0,
})

/** The tokens that go by their name: those of the list, and the account's own. */
export type KnownTokens = { listed: ReadonlySet<string>; held: readonly Address[] }

type Searched = { walk: Walk; ranges: Range[]; found: TokenReceipt[]; state: Incoming['state'] }

/** Searches the blocks since the last look for transfers to the account, newest first. */
const search = async (
  reader: NodeReader,
  account: Address,
  begun: Walk,
  seen: Seen,
): Promise<Searched> => {
  let walk = begun
  const done: Searched = { walk, ranges: [], found: [], state: 'more' }
  const end = (state: Incoming['state']): Searched => ({ ...done, walk, state })
  for (let asked = 0; asked < mostRanges; asked++) {
    const range = nextRange(walk)
    if (!range) return end('all')
    let logs
    try {
      logs = await reader.logs(range, transfersTo(account))
    } catch {
      walk = halved(walk, range)
      return end('silent')
    }
    const isOne = range.from === range.to
    if (logs === 'missing' || (logs === 'refused' && isOne)) return end('refused')
    if (logs === 'refused' || (!isOne && logs.length > mostLogs)) {
      walk = halved(walk, range)
      continue
    }
    walk = answered(walk, range)
    done.ranges.push(range)
    done.found.push(...logs.flatMap((log) => transferIn(log, account, range, seen) ?? []))
  }
  return end(nextRange(walk) ? 'more' : 'all')
}

const newestFirst = (a: TokenReceipt, b: TokenReceipt): number =>
  b.block - a.block || b.index - a.index

const keyOf = ({ hash, index }: TokenReceipt): string => `${hash} ${index}`

/** Puts what was found in place of what stood in the same blocks before: a reorganised chain has it no more. */
const renewed = (
  before: readonly TokenReceipt[],
  found: readonly TokenReceipt[],
  ranges: readonly Range[],
): TokenReceipt[] => {
  const kept = before.filter(
    ({ block }) => !ranges.some(({ from, to }) => from <= block && block <= to),
  )
  // The first look counts: later ones only find it again.
  const looks = new Map(before.map((one) => [keyOf(one), one]))
  const fresh = found.map((one) => {
    const { seenAt, order = seenAt } = looks.get(keyOf(one)) ?? one
    return { ...one, seenAt, order }
  })
  return [...kept, ...fresh].toSorted(newestFirst)
}

/** The newest of each contract. */
const oneEach = (receipts: readonly TokenReceipt[]): TokenReceipt[] => [
  ...new Map(receipts.toReversed().map((one) => [one.token, one])).values(),
]

/**
 * Returns a function that takes from rows the times that are still to come, which a clock that ran ahead gave them. What
 * stands behind the last clearing, `cleared`, stays there.
 */
const untilNow =
  (now: number, cleared: number) =>
  <Row extends Seen>(row: Row): Row => {
    const seenAt = Math.min(row.seenAt, now)
    const order = placeOf(row)
    return { ...row, seenAt, order: order > cleared ? Math.max(seenAt, cleared + 1) : order }
  }

/**
 * Looks for what arrived at an account since the last look: by logs for listed tokens, whose contracts are known, and by
 * balances for the coin and the account's own tokens. The logs of any other token are claims of a stranger. Throws if
 * the node is silent.
 */
export const scanIncoming = async (
  reader: NodeReader,
  { chainId, account }: { chainId: number; account: Address },
  before: Incoming | undefined,
  { listed, held }: KnownTokens,
  now: number,
): Promise<Incoming> => {
  const { number: head } = await reader.head()
  const last = before?.walk.parts[0].to ?? head
  // A node far behind is no chain that began anew, unless it is a chain on this machine.
  const isAnew = last - head >= lag && findNetwork(chainId)?.isLocal === true
  const known = isAnew ? undefined : before
  // A node that is behind has nothing new.
  if (known && last > head) return known
  const begun = known ? begin(known.walk, head) : first(head)
  const cleared = await clearedUpTo()
  const look: Seen = { seenAt: now, order: Math.max(now, cleared + 1) }
  const { walk, ranges, found, state } = await search(reader, account, begun, look)

  const inTime = untilNow(now, cleared)
  const stood = {
    receipts: (known?.receipts ?? []).map(inTime),
    unknown: known?.unknown ?? [],
    rises: (known?.rises ?? []).map(inTime),
  }
  // A batch that somebody else sends is known by its transaction only once that is in a block, and may stand here by then.
  const seen = [...found, ...stood.receipts, ...stood.unknown].map(({ hash }) => hash)
  const own = await ownAmong(chainId, account, seen)
  const notOwn = ({ hash }: TokenReceipt) => !own.has(hash)
  const start = known?.start ?? head
  // The blocks before the last one are searched again: some of them may be from before the first look.
  const others = found.filter((one) => one.block > start && notOwn(one))
  const isListed = ({ token }: TokenReceipt) => listed.has(token.toLowerCase())
  const isHeld = ({ token }: TokenReceipt) => held.includes(token)
  const receipts = renewed(stood.receipts.filter(notOwn), others.filter(isListed), ranges)
  const claims = others.filter((one) => !isListed(one) && !isHeld(one))
  const strange = oneEach(renewed(stood.unknown.filter(notOwn), claims, ranges))
    .toSorted(newestFirst)
    .slice(0, most.unknown)

  const floor = await ownFloor(chainId, account)
  const asked = [
    ...new Set([...receipts.slice(0, most.known), ...strange].map(({ token }) => token)),
  ]
  const balances = await balancesAt(reader, account, [...new Set([...held, ...asked])], head)
  const hasSome = ({ token }: TokenReceipt) => BigInt(balances[token] ?? '0x0') > 0n
  const coinAndHeld = Object.entries(balances).filter(
    ([key]) => key === coinKey || held.some((token) => token === key),
  )
  const measured: MeasuredBalances = {
    block: head,
    floor,
    balances: Object.fromEntries(coinAndHeld),
  }
  const isClear =
    !(await isBlurred(chainId, account, head)) && (await ownFloor(chainId, account)) === floor
  // A balance that grows by itself brings no news: a log tells that something came, the balance how much.
  const named = new Set(others.filter(isHeld).map(({ token }) => token))
  const rises = isClear
    ? risesSince(known?.measured, measured, look).filter(({ token }) => !token || named.has(token))
    : []
  const keys = new Set(stood.receipts.map(keyOf))
  return {
    start,
    walk,
    // Receipts that stood here stay when they have been spent.
    receipts: receipts.filter((one) => keys.has(keyOf(one)) || hasSome(one)).slice(0, most.known),
    unknown: strange.filter(hasSome),
    rises: [...rises, ...stood.rises].slice(0, most.known),
    ...(isClear ? { measured } : {}),
    state,
  }
}
