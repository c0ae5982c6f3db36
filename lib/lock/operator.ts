import { numberToHex, type Address } from 'viem'
import type { Change } from '../db/outcome'
import { allOf } from '../decode/allOf'
import type { DecodedCall } from '../decode/reading'
import { gasCapOf } from '../network/gasCap'
import { assetReads } from '../simulate/changes'
import type { Plan } from '../simulate/plan'
import { uint } from '../simulate/reader'
import { run } from '../simulate/run'
import { sceneOf } from '../simulate/unminedBatches'
import { sameAddress } from '../values/address'
import type { Reader } from './fixed'

type Item = Extract<Change['asset'], { tokenId: string }>

/** True if a call of the account itself sends an item. */
const sends = (reading: DecodedCall, { address, tokenId }: Item): boolean => {
  const isIt = (token: string, id: string | null) =>
    sameAddress(token, address) && id !== null && BigInt(id) === BigInt(tokenId)
  if (reading.kind === 'transfer') return isIt(reading.token, reading.amount)
  return reading.kind === 'transferItems' && reading.items.some(({ id }) => isIt(reading.token, id))
}

/** Returns the items of a collection that leave the account, those left out that its own calls send. */
const takenOf = (
  { calls, from }: Plan,
  changes: readonly Change[],
  collection: Address,
  read: Reader,
): Item[] => {
  const readings = calls.flatMap((call) => (call.to && call.data !== '0x' ? allOf(read(call)) : []))
  return changes.flatMap(({ asset, direction }): Item[] =>
    direction === 'out' &&
    (asset.standard === 'ERC721' || asset.standard === 'ERC1155') &&
    sameAddress(asset.address, collection) &&
    !readings.some(
      (reading) => 'from' in reading && sends(reading, asset) && sameAddress(reading.from, from),
    )
      ? [asset]
      : [],
  )
}

/**
 * True if an operator of a collection took something of it in a simulated batch, by the right that its call `index`
 * gives: without that call, the batch fails or the item stays. A contract that only asks for the right, as a market
 * does that lists an item, has taken nothing.
 */
export const hasTaken = async (
  plan: Plan,
  { changes }: { changes: readonly Change[] },
  collection: Address,
  index: number,
  read: Reader,
): Promise<boolean> => {
  const taken = takenOf(plan, changes, collection, read)
  if (taken.length === 0) return false
  const scene = sceneOf(plan, await gasCapOf(plan.chainId))
  const rest = plan.calls
    .filter((_, at) => at !== index)
    .map((call) => ({ ...call, gas: call.gas ?? numberToHex(scene.cap) }))
  const reads = taken.map((asset) =>
    assetReads({ asset, isNamed: true, isCalled: false, net: 0n }, plan.from).slice(0, 1),
  )
  const { results, after, before } = await run(scene, rest, reads.flat())
  if (results.some(({ status }) => BigInt(status) !== 1n)) return true
  return taken.some((_, at) => uint(before[at]) === uint(after[at]))
}
