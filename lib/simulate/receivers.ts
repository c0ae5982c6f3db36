import { numberToHex, getAddress, zeroAddress, type Address } from 'viem'
import type { Asset, Change, Payee, Payees } from '../db/outcome'
import type { Call } from '../db'
import { sameAddress } from '../values/address'
import { min } from '../values/bigint'
import { assetKey } from './material'
import { receiverKey, wantReceiver, type ReadSet, type TokenAsset } from './readSet'
import type { Log } from './simulateV1'
import { transfersOf } from './transfers'

/** Findings about receivers by reads around a run, by `receiverKey` and by asset. */
export type ReceiverFindings = {
  /** How much more of an asset somebody has afterwards; negative for less. */
  rises: ReadonlyMap<string, bigint>
  /** Owners of ERC-721 tokens afterwards, by the asset's key. */
  owners: ReadonlyMap<string, Address>
}

/** How often an asset may be passed on before its way is no longer followed. */
const farthest = 4

/** The most steps along transfers for one asset: a contract may log thousands. */
const most = 1024

/** Amounts by address in lower case. */
type Amounts = Map<string, bigint>

/** Transfers of one asset: what the account gives to each, net, and who passes what on to whom. */
type Flow = { asset: Asset; direct: Amounts; onward: Map<string, Amounts> }

const add = (amounts: Amounts, who: Address, amount: bigint) => {
  const key = who.toLowerCase()
  amounts.set(key, (amounts.get(key) ?? 0n) + amount)
}

const flowsOf = (logs: readonly Log[], account: Address): Map<string, Flow> => {
  const flows = new Map<string, Flow>()
  for (const { asset, from, to, amount } of logs.flatMap(transfersOf)) {
    if (amount === 0n || sameAddress(from, to)) continue
    const key = assetKey({ asset })
    const flow: Flow = flows.get(key) ?? { asset, direct: new Map(), onward: new Map() }
    flows.set(key, flow)
    if (sameAddress(from, account)) add(flow.direct, to, amount)
    else if (sameAddress(to, account)) add(flow.direct, from, -amount)
    else {
      const giver = from.toLowerCase()
      const given = flow.onward.get(giver) ?? new Map<string, bigint>()
      add(given, to, amount)
      flow.onward.set(giver, given)
    }
  }
  return flows
}

const largest = (amounts: Amounts): [Address, bigint][] =>
  [...amounts].sort(([, a], [, b]) => Number(b > a) - Number(b < a)) as [Address, bigint][]

/** Adds everyone whom an asset of the account may have reached, by logs, the nearest first. */
export const wantReceivers = (wants: ReadSet, logs: readonly Log[], account: Address): void => {
  for (const { asset, direct, onward } of flowsOf(logs, account).values()) {
    // Who owns a single token is read with the token; the coin's transfers are told by the node.
    if (asset.standard === 'native' || asset.standard === 'ERC721') continue
    const reached = new Set<string>()
    let now = direct
    for (let step = 0; step < farthest && reached.size < most; step++) {
      const next: Amounts = new Map()
      for (const [to, said] of largest(now)) {
        if (said <= 0n || reached.has(to) || sameAddress(to, account)) continue
        reached.add(to)
        wantReceiver(wants, { asset, to, said, isCalled: false })
        for (const [other, amount] of onward.get(to) ?? []) add(next, other as Address, amount)
      }
      now = next
    }
  }
}

const payee = (address: string, amount: bigint, isSaid: boolean): Payee => {
  const part = { address: getAddress(address), amount: numberToHex(amount) }
  return isSaid ? { ...part, isSaid: true } : part
}

/** Puts a part of an asset with those who have more of it afterwards, along the transfers that logs tell of. */
const placing = ({ asset, onward }: Flow, { rises }: ReceiverFindings) => {
  const placed: Amounts = new Map()
  let steps = 0
  const freeOf = (who: string): bigint => {
    const rise = rises.get(receiverKey({ asset: asset as TokenAsset, to: who as Address })) ?? 0n
    return rise - (placed.get(who) ?? 0n)
  }
  const keep = (who: string, amount: bigint): bigint => {
    const free = freeOf(who)
    const kept = free > 0n ? min(amount, free) : 0n
    if (kept > 0n) add(placed, who as Address, kept)
    return amount - kept
  }
  /** Returns the part that nobody on the way has. */
  const place = (who: string, amount: bigint, way: readonly string[]): bigint => {
    let left = keep(who, amount)
    const given = onward.get(who)
    if (!given || way.length >= farthest) return left
    for (const [to, can] of largest(given)) {
      if (left === 0n || ++steps > most) break
      if (can === 0n || way.includes(to)) continue
      const part = min(left, can)
      given.set(to, can - part)
      left -= part - place(to, part, [...way, who])
    }
    return left
  }
  return { placed, keep, place }
}

const fungible = (
  flow: Flow,
  change: Change,
  wants: ReadSet,
  received: ReceiverFindings,
): Payee[] => {
  const { placed, keep, place } = placing(flow, received)
  const unplaced = largest(flow.direct).flatMap(([who, said]): [string, bigint][] => {
    const left = said > 0n ? place(who, said, []) : 0n
    return left > 0n ? [[who, left]] : []
  })
  const sum = () => [...placed.values()].reduce((all, part) => all + part, 0n)
  // A token may move without a log: an address that a call names has it then, if its balance rose.
  for (const { asset, to, isCalled } of wants.receivers.values()) {
    const missing = BigInt(change.amount) - sum()
    if (isCalled && missing > 0n && assetKey({ asset }) === assetKey(change))
      keep(to.toLowerCase(), missing)
  }
  let missing = BigInt(change.amount) - sum()
  const said = unplaced.flatMap(([who, left]): Payee[] => {
    const part = missing < left ? missing : left
    if (part <= 0n) return []
    missing -= part
    return [payee(who, part, true)]
  })
  return [...largest(placed).map(([who, part]) => payee(who, part, false)), ...said]
}

const single = (flow: Flow, change: Change, { owners }: ReceiverFindings): Payee[] => {
  const owner = owners.get(assetKey(change))
  if (owner && owner !== zeroAddress) return [payee(owner, 1n, false)]
  return largest(flow.direct)
    .filter(([, said]) => said > 0n)
    .slice(0, 1)
    .map(([who]) => payee(who, 1n, true))
}

/** The coin goes to whom the account itself sends it. A node without such logs leaves the calls to tell. */
const ofCoin = ({ direct }: Flow, calls: readonly Call[], account: Address): Payee[] => {
  const sent: Amounts = new Map()
  for (const { to, value } of calls)
    if (to && !sameAddress(to, account)) add(sent, to, BigInt(value))
  return largest(direct.size > 0 ? direct : sent)
    .filter(([, amount]) => amount > 0n)
    .map(([who, amount]) => payee(who, amount, false))
}

/**
 * Returns who gets the assets that leave the account. A receiver is a fact where its own balance rose by it,
 * and for the coin, which the account itself sends; what only a token's logs say is marked `isSaid`. `calls`
 * are those that ran.
 */
export const payeesIn = (
  { logs, calls, wants }: { logs: readonly Log[]; calls: readonly Call[]; wants: ReadSet },
  changes: readonly Change[],
  account: Address,
  received: ReceiverFindings,
): Payees[] => {
  const flows = flowsOf(logs, account)
  return changes.flatMap((change): Payees[] => {
    if (change.direction === 'in') return []
    const { asset } = change
    const of = assetKey(change)
    const flow = flows.get(of) ?? { asset, direct: new Map(), onward: new Map() }
    const to =
      asset.standard === 'native'
        ? ofCoin(flow, calls, account)
        : asset.standard === 'ERC721'
          ? single(flow, change, received)
          : fungible(flow, change, wants, received)
    return to.length > 0 ? [{ of, to }] : []
  })
}
