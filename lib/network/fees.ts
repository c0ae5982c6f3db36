import { numberToHex, type Hex } from 'viem'
import type { Fees } from '../db'
import { blocksToWait, knownBlockTime, recentBlocks, type PastBlock } from './history'
import { request } from './node'
import type { FeeOffer, Speed } from './feeOffer'

/** A tip where the node suggests none, and the least that nodes take by themselves, in wei per gas. */
const leastTip = 1_000_000n

/** How often the base fee of now fits into the ceiling, in quarters: it may rise by an eighth a block. */
const room = { slow: 5n, normal: 8n, fast: 12n }

const names: Speed[] = ['slow', 'normal', 'fast']

const feesOf = (speed: Speed, baseFee: bigint, tip: bigint): Fees => ({
  maxFeePerGas: numberToHex((room[speed] * baseFee) / 4n + tip),
  maxPriorityFeePerGas: numberToHex(tip),
})

const median = (values: readonly bigint[]): bigint =>
  values.toSorted((a, b) => (a < b ? -1 : 1))[values.length >> 1] ?? 0n

/** The tips of recent blocks at each percentile; undefined where nobody paid any. */
const tipsOf = (blocks: readonly PastBlock[]): bigint[] | undefined => {
  const used = blocks.filter(({ fullness }) => fullness > 0)
  const tips = [0, 1, 2].map((at) => median(used.map(({ tips }) => tips[at] ?? 0n)))
  if (tips.every((tip) => tip === 0n)) return undefined
  return tips.map((tip) => (tip > leastTip ? tip : leastTip))
}

const suggestedTip = (chainId: number): Promise<bigint> =>
  (request(chainId, 'eth_maxPriorityFeePerGas', []) as Promise<Hex>).then(BigInt, () => leastTip)

/**
 * What the network asks now: at each speed a tip of recent blocks, and room for the base fee to rise, for
 * six full blocks at the normal one. The node's own tip where no block tells any; the gas price where the
 * chain has no base fee.
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

/** Fees for the next blocks at the normal speed. */
export const suggestFees = async (chainId: number): Promise<Fees> =>
  (await offerFees(chainId)).speeds.normal
