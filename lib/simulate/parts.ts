import { numberToHex, type Address } from 'viem'
import { unlimited } from '../decode/allowance'
import type { Allowance, Asset, Change, Outcome, Part } from '../db/outcome'
import { sameAddress } from '../values/address'
import { assetKey } from './material'
import type { CallOutcome } from './quote'
import type { NamedAllowance } from './readSet'
import type { Logs } from './runWithReads'
import { mentionsInLogs, payeesIn, transfersIn } from './transferLogs'

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

const netOf = ({ direction, amount }: Change): bigint =>
  direction === 'in' ? BigInt(amount) : -BigInt(amount)

const changeOf = (asset: Asset, net: bigint): Change[] => {
  if (net === 0n) return []
  return net > 0n
    ? [{ asset, direction: 'in', amount: numberToHex(net) }]
    : [{ asset, direction: 'out', amount: numberToHex(-net) }]
}

/**
 * Divides the outcome of calls that run in order among them. Balances are measured around all calls, so the part
 * of one is told by its logs, which may lie: an asset whose logs do not add up to what was measured is `loose`,
 * and all that left may leave by any call. An allowance counts as the greater of what is left in the end and
 * what the call's own logs say.
 */
export const partsOf = (
  outcomes: readonly CallOutcome[],
  logs: Logs,
  { changes, allowances }: Pick<Outcome, 'changes' | 'allowances'>,
  account: Address,
): Part[] => {
  const each = outcomes.map((_, index) => sumsOf(logs[index] ?? [], account))
  const left: Sums = new Map()
  for (const change of changes) add(left, change.asset, netOf(change))
  for (const sums of each) for (const { asset, net } of sums.values()) add(left, asset, -net)
  const loose = [...left].flatMap(([key, { net }]) => (net === 0n ? [] : [key]))
  const isLoose = new Set(loose)
  const leaving = changes.filter(
    (change) => change.direction === 'out' && isLoose.has(assetKey(change)),
  )
  return outcomes.map(({ status: verdict }, index): Part => {
    const own = new Map(each[index])
    for (const { asset, amount } of leaving) {
      const key = assetKey({ asset })
      const net = own.get(key)?.net ?? 0n
      own.set(key, { asset, net: net < -BigInt(amount) ? net : -BigInt(amount) })
    }
    const changed = [...own.values()].flatMap(({ asset, net }) => changeOf(asset, net))
    const said = [...mentionsInLogs(logs[index] ?? [], account).grants.values()]
    return {
      verdict,
      changes: changed,
      payees: payeesIn(logs[index] ?? [], changed, account),
      allowances: allowances.map((one) => {
        const amount = said.find(({ grant }) => isOf(grant, one))?.became.at(-1) ?? 0n
        return raised(one, amount)
      }),
      ...(loose.length > 0 ? { loose } : {}),
    }
  })
}

const isOf = ({ standard, token, spender, tokenId }: NamedAllowance, one: Allowance): boolean =>
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
