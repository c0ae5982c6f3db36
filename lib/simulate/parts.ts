import { getAddress, numberToHex, type Address } from 'viem'
import { unlimited } from '../values/unlimited'
import type { Allowance, Asset, Change, Outcome, Part, Parts, Payee, Payees } from '../db/outcome'
import { sameAddress } from '../values/address'
import { depositTopic, withdrawalTopic } from '../values/eventTopics'
import { assetKey } from './material'
import type { CallOutcome } from './quote'
import type { NamedAllowance } from './readSet'
import type { Logs } from './runWithReads'
import { mentionsInLogs } from './transferLogs'
import { addressIn, transfersIn, wordAt } from './transfers'

/** Net amounts by asset, in raw units: positive for what arrives. */
type Sums = Map<string, { asset: Asset; net: bigint }>

const add = (sums: Sums, asset: Asset, by: bigint): void => {
  const key = assetKey({ asset })
  sums.set(key, { asset, net: (sums.get(key)?.net ?? 0n) + by })
}

const sumsOf = (logs: Logs[number], account: Address): Sums => {
  const sums: Sums = new Map()
  for (const { asset, from, to, amount } of logs.flatMap((log) => transfersIn(log, account))) {
    if (sameAddress(to, account)) add(sums, asset, amount)
    if (sameAddress(from, account)) add(sums, asset, -amount)
  }
  return sums
}

/**
 * Returns how much of each token in lower case the account wraps, or unwraps as less than 0, by the logs of WETH9,
 * which logs no transfer where coin is wrapped (gnosis/canonical-weth, contracts/WETH9.sol).
 */
const wrapsIn = (logs: Logs[number], account: Address): Map<string, bigint> => {
  const wraps = new Map<string, bigint>()
  for (const { address, topics, data } of logs) {
    const [event, topic, ...more] = topics
    const who = addressIn(topic)
    const isWrap = (event === depositTopic || event === withdrawalTopic) && more.length === 0
    if (!isWrap || !who || !sameAddress(who, account)) continue
    const amount = wordAt(data, 0) ?? 0n
    const key = address.toLowerCase()
    wraps.set(key, (wraps.get(key) ?? 0n) + (event === depositTopic ? amount : -amount))
  }
  return wraps
}

/** Returns the amount of a change, less than 0 of what leaves. */
export const netOf = ({ direction, amount }: Change): bigint =>
  direction === 'in' ? BigInt(amount) : -BigInt(amount)

const changeOf = (asset: Asset, net: bigint): Change[] => {
  if (net === 0n) return []
  return net > 0n
    ? [{ asset, direction: 'in', amount: numberToHex(net) }]
    : [{ asset, direction: 'out', amount: numberToHex(-net) }]
}

/**
 * Returns who gets the assets that leave the account by the words of their own transfer logs. Of one call nothing
 * better is known: balances are measured around all of them. A token with false logs misleads about itself only.
 */
export const saidPayees = (
  logs: Logs[number],
  changes: readonly Change[],
  account: Address,
): Payees[] => {
  const found = new Map<string, Map<Address, bigint>>()
  for (const { asset, to, amount } of logs.flatMap((log) => transfersIn(log, account)))
    if (!sameAddress(to, account) && amount > 0n) {
      const key = assetKey({ asset })
      const amounts = found.get(key) ?? new Map<Address, bigint>()
      found.set(key, amounts.set(getAddress(to), (amounts.get(getAddress(to)) ?? 0n) + amount))
    }
  return changes.flatMap((change): Payees[] => {
    const of = assetKey(change)
    const amounts = change.direction === 'out' && found.get(of)
    if (!amounts) return []
    const to = [...amounts].map(([address, amount]): Payee => ({
      address,
      amount: numberToHex(amount),
      isSaid: true,
    }))
    return [{ of, to }]
  })
}

/** The most changes that are kept by logs alone: a contract can write any number of them. */
const most = 4096

/**
 * Divides the outcome of calls that run in order among them. Balances are measured around all calls, so the part
 * of one is told by its logs, which may lie: an asset whose logs do not add up to what was measured is `loose`. Logs
 * of wrapping count only where they make the sum right.
 * Of too many changes only those are kept that were measured: the others count as new when they come.
 */
export const partsOf = (
  outcomes: readonly CallOutcome[],
  logs: Logs,
  { changes, allowances }: Pick<Outcome, 'changes' | 'allowances'>,
  account: Address,
): Parts => {
  const sums = outcomes.map((_, index) => sumsOf(logs[index] ?? [], account))
  const left: Sums = new Map()
  for (const change of changes) add(left, change.asset, netOf(change))
  for (const own of sums) for (const { asset, net } of own.values()) add(left, asset, -net)
  const wraps = outcomes.map((_, index) => wrapsIn(logs[index] ?? [], account))
  for (const { asset, net } of left.values()) {
    if (asset.standard !== 'ERC20' || net === 0n) continue
    const each = wraps.map((own) => own.get(asset.address.toLowerCase()) ?? 0n)
    if (each.reduce((sum, one) => sum + one, 0n) !== net) continue
    add(left, asset, -net)
    for (const [index, one] of each.entries()) {
      const own = sums[index]
      if (own && one !== 0n) add(own, asset, one)
    }
  }
  const measured = new Set(changes.map(assetKey))
  const isFew = sums.reduce((sum, { size }) => sum + size, 0) <= most
  const isKept = (key: string) => isFew || measured.has(key)
  return {
    loose: [...left].flatMap(([key, { net }]) => (net !== 0n && isKept(key) ? [key] : [])),
    each: outcomes.map(({ status: verdict }, index): Part => {
      const own = logs[index] ?? []
      const changed = [...(sums[index] ?? [])].flatMap(([key, { asset, net }]) =>
        isKept(key) ? changeOf(asset, net) : [],
      )
      return {
        verdict,
        changes: changed,
        payees: saidPayees(own, changed, account),
        allowances: raisedIn(own, allowances, account),
      }
    }),
  }
}

/** Returns the allowances of which a call's logs say more than is left in the end. */
const raisedIn = (
  logs: Logs[number],
  allowances: readonly Allowance[],
  account: Address,
): Allowance[] =>
  [...mentionsInLogs(logs, account).grants.values()].flatMap(({ grant, became }) => {
    const said = became.at(-1) ?? 0n
    const one = said > 0n ? allowances.find((allowance) => isOf(grant, allowance)) : undefined
    const now = one && raised(one, said)
    return now && now !== one ? [now] : []
  })

/** True if an allowance is the one that was read. */
export const isOf = (
  { standard, token, spender, tokenId }: NamedAllowance,
  one: Allowance,
): boolean =>
  sameAddress(token, one.token) &&
  sameAddress(spender, one.spender) &&
  tokenId === one.tokenId &&
  (standard === 'collection' ? !one.tokenId : standard === one.standard)

/** Returns an allowance with what is left raised to what a log says. */
const raised = (one: Allowance, said: bigint): Allowance => {
  if (one.left === 'all' || said <= BigInt(one.left)) return one
  const isWhole = one.standard === 'ERC721' || one.standard === 'ERC1155'
  const isEndless = isWhole
    ? !one.tokenId
    : said >= (one.standard === 'Permit2' ? unlimited.Permit2 : unlimited.token)
  return { ...one, left: isEndless ? 'all' : numberToHex(said) }
}
