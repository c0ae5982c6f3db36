import { getAddress, zeroAddress, type Address } from 'viem'
import { permit2 } from '../decode/contracts'
import type { Asset } from '../db/outcome'
import { sameAddress } from '../values/address'
import { transferBatchTopic, transferSingleTopic } from '../values/eventTopics'
import { assetKey } from './material'
import { takeReadings } from './readings'
import { wantGrant, type ReadSet, type TokenAsset } from './readSet'
import { runLogs, type ObservedRun } from './runWithReads'
import type { Log } from './simulateV1'
import { addressIn, transfersIn } from './transfers'

/** An asset that leaves the account, how much of it, and who may have moved it, with how much of it they had to do. */
type Leaving = { asset: TokenAsset; amount: bigint; movers: Map<Address, bigint> }

/** The most of those who are counted for one asset: a token may log hundreds, and who takes much comes first. */
const most = 16

/** Returns who moved an item by the log's own word. */
const operatorIn = ({ topics: [event, operator] }: Log): Address[] => {
  const said = event === transferSingleTopic || event === transferBatchTopic
  const address = said ? addressIn(operator) : undefined
  return address ? [address] : []
}

const leavingIn = (look: ObservedRun, account: Address): Map<string, Leaving> => {
  const found = new Map<string, Leaving>()
  const leave = (asset: Asset, amount: bigint, movers: Address[]) => {
    if (asset.standard === 'native' || asset.standard === 'ERC6909') return
    const key = assetKey({ asset })
    const one = found.get(key) ?? { asset, amount: 0n, movers: new Map<Address, bigint>() }
    for (const mover of movers) one.movers.set(mover, amount + (one.movers.get(mover) ?? 0n))
    one.amount += amount
    found.set(key, one)
  }
  for (const log of runLogs(look))
    for (const { asset, from, to, amount } of transfersIn(log, account))
      if (sameAddress(from, account) && !sameAddress(to, account) && amount > 0n)
        leave(asset, amount, [...operatorIn(log), to])
  // A token may move without a log.
  for (const { asset, direction, amount } of takeReadings(look.wants, account, look.runs).changes)
    if (direction === 'out' && !found.has(assetKey({ asset }))) leave(asset, BigInt(amount), [])
  return found
}

/**
 * Adds the allowances and rights by which others may have taken what left the account: those of contracts that calls
 * go to, of who received it, of whom the token's logs name, and of Permit2. No log says by whose allowance a token
 * moved. What the account's own calls send is taken by nobody.
 */
export const wantPulled = (
  wants: ReadSet,
  look: ObservedRun,
  { callees, sent }: ReadSet,
  account: Address,
): void => {
  for (const [key, { asset, amount, movers }] of leavingIn(look, account)) {
    if (amount <= (sent.get(key) ?? 0n)) continue
    const { standard, address: token } = asset
    const likely = [...movers]
      .sort(([, a], [, b]) => Number(b > a) - Number(b < a))
      .slice(0, most)
      .map(([mover]) => mover)
    const others = [...callees, ...likely].filter(
      (one) => ![account, token, zeroAddress].some((other) => sameAddress(one, other)),
    )
    const spenders = [...new Set(others.map((one) => getAddress(one)))]
    for (const spender of spenders)
      wantGrant(
        wants,
        { standard: standard === 'ERC20' ? standard : 'collection', token, spender },
        { isPulled: true },
      )
    if (standard !== 'ERC20') continue
    for (const { grant } of wants.grants.values())
      if (grant.standard === 'ERC20' && sameAddress(grant.token, token))
        wantGrant(wants, grant, { isPulled: true })
    wantGrant(wants, { standard, token, spender: permit2 }, { isPulled: true })
    for (const spender of spenders)
      wantGrant(wants, { standard: 'Permit2', token, spender }, { isPulled: true })
  }
}
