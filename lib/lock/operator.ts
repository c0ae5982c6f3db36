import { numberToHex, type Address } from 'viem'
import type { Change } from '../db/outcome'
import { gasCapOf } from '../network/gasCap'
import { assetReads } from '../simulate/changes'
import type { Plan } from '../simulate/plan'
import { uint } from '../simulate/reader'
import { run } from '../simulate/run'
import { sceneOf } from '../simulate/unminedBatches'
import { sameAddress } from '../values/address'
import { isIdInData } from './heldItems'

/**
 * True if an operator of a collection took something of it in a simulated batch, by the right that its call `index`
 * gives: without that call, the batch fails or the item stays. A contract that only asks for the right, as a market
 * does that lists an item, has taken nothing; nor is that taken which a call to the collection itself names.
 */
export const hasTaken = async (
  plan: Plan,
  { changes }: { changes: readonly Change[] },
  collection: Address,
  index: number,
): Promise<boolean> => {
  const { calls, chainId, from } = plan
  // The call that gives the right names no item: its word for true may be an ID as well.
  const own = calls.filter(
    ({ to }, at) => at !== index && to !== null && sameAddress(to, collection),
  )
  const reads = changes.flatMap(({ asset, direction }) =>
    direction === 'out' &&
    'tokenId' in asset &&
    sameAddress(asset.address, collection) &&
    !isIdInData(own, asset)
      ? assetReads({ asset, isNamed: true, isCalled: false, net: 0n }, from).slice(0, 1)
      : [],
  )
  if (reads.length === 0) return false
  const scene = sceneOf(plan, await gasCapOf(chainId))
  const rest = calls
    .filter((_, at) => at !== index)
    .map((call) => ({ ...call, gas: call.gas ?? numberToHex(scene.cap) }))
  const { results, after, before } = await run(scene, rest, reads)
  return (
    results.some(({ status }) => BigInt(status) !== 1n) ||
    reads.some((_, at) => uint(before[at]) === uint(after[at]))
  )
}
