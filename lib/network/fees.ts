import { numberToHex, type Hex } from 'viem'
import type { Fees } from '../db'
import { blocksToWait, knownBlockTime, recentBlocks, type PastBlock } from './history'
import { request } from './node'
import type { FeeOffer, Speed } from './feeOffer'

/** Minimum tip, in wei per gas: nodes drop less by default. Also the fallback if the node suggests no tip. */
const leastTip = 1_000_000n

/**
 * Headroom of the max fee over the present base fee, in quarters: a base fee rises by up to an eighth a
 * block.
 */
const room = { slow: 5n, normal: 8n, fast: 12n }

const names: Speed[] = ['slow', 'normal', 'fast']

const feesOf = (speed: Speed, baseFee: bigint, tip: bigint): Fees => ({
  maxFeePerGas: numberToHex((room[speed] * baseFee) / 4n + tip),
  maxPriorityFeePerGas: numberToHex(tip),
})

const median = (values: readonly bigint[]): bigint =>
  values.toSorted((a, b) => (a < b ? -1 : 1))[values.length >> 1] ?? 0n

/** Returns the median tip of recent blocks at each percentile, in wei; undefined if nobody paid one. */
const tipsOf = (blocks: readonly PastBlock[]): bigint[] | undefined => {
  const used = blocks.filter(({ fullness }) => fullness > 0)
  const tips = [0, 1, 2].map((at) => median(used.map(({ tips }) => tips[at] ?? 0n)))
  if (tips.every((tip) => tip === 0n)) return undefined
  return tips.map((tip) => (tip > leastTip ? tip : leastTip))
}

const suggestedTip = (chainId: number): Promise<bigint> =>
  (request(chainId, 'eth_maxPriorityFeePerGas', []) as Promise<Hex>).then(BigInt, () => leastTip)

/**
 * Reads the fees that the network asks now: at each speed a tip from recent blocks and headroom for the base
 * fee (at the normal speed, six full blocks). If no block shows tips, `normal` with the node's suggestion; if
 * the chain has no base fee (before EIP-1559), `normal` with its gas price. Throws if the node does not
 * answer.
 */
export const offerFees = async (chainId: number): Promise<FeeOffer> => {
  const [pending, blocks] = await Promise.all([
    request(chainId, 'eth_getBlockByNumber', ['pending', false]) as Promise<{
      baseFeePerGas?: Hex
    } | null>,
    recentBlocks(chainId),
  ])
  if (!pending?.baseFeePerGas) {
    const gasPrice = (await request(chainId, 'eth_gasPrice', [])) as Hex
    return { speeds: { normal: { gasPrice } }, waits: {} }
  }
  const baseFee = BigInt(pending.baseFeePerGas)
  const tips = tipsOf(blocks)
  if (!tips) {
    const normal = feesOf('normal', baseFee, await suggestedTip(chainId))
    return { speeds: { normal }, waits: {}, baseFee: pending.baseFeePerGas }
  }
  const blockTime = await knownBlockTime(chainId)
  const [slow = 0n, normal = 0n, fast = 0n] = tips
  const waits = names.map((name, at) => [name, blocksToWait(blocks, tips[at] ?? 0n)] as const)
  return {
    speeds: {
      slow: feesOf('slow', baseFee, slow),
      normal: feesOf('normal', baseFee, normal),
      fast: feesOf('fast', baseFee, fast),
    },
    waits: blockTime
      ? Object.fromEntries(waits.map(([name, count]) => [name, count * blockTime]))
      : {},
    baseFee: pending.baseFeePerGas,
  }
}

/** Returns the fees of an offer's normal speed. */
export const suggestFees = async (chainId: number): Promise<Fees> =>
  (await offerFees(chainId)).speeds.normal
