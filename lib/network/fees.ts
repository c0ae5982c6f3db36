import { numberToHex, type Hex } from 'viem'
import type { Fees } from '../db'
import { blocksToWait, knownBlockTime, recentBlocks, type PastBlock } from './history'
import { request } from './node'
import { rpcError } from '../rpc/errors'
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

/**
 * Returns the median price of one gas in recent blocks that held transactions, in hex wei; null if none did or nobody
 * paid, undefined if there are no blocks.
 */
const usualPriceOf = (blocks: readonly PastBlock[]): Hex | null | undefined => {
  if (blocks.length === 0) return undefined
  const used = blocks.filter(({ fullness }) => fullness > 0)
  const price = median(used.map(({ baseFee, tips: [, middle] }) => baseFee + middle))
  return price > 0n ? numberToHex(price) : null
}

/** Reads the median price of one gas in the last 20 blocks, in hex wei; null if nobody paid, undefined if it is unknown. */
export const readUsualPrice = async (chainId: number): Promise<Hex | null | undefined> =>
  usualPriceOf(await recentBlocks(chainId))

const suggestedTip = (chainId: number): Promise<bigint> =>
  (request(chainId, 'eth_maxPriorityFeePerGas', []) as Promise<Hex>)
    .then(BigInt)
    .catch(() => leastTip)

/**
 * Returns the base fee of the pending block; else, as some nodes have no such block, of the newest. Undefined
 * for a chain without one. Throws 4901 if the node has no newest block.
 */
const baseFeeOf = async (chainId: number): Promise<Hex | undefined> => {
  for (const tag of ['pending', 'latest']) {
    const block = (await request(chainId, 'eth_getBlockByNumber', [tag, false])) as {
      baseFeePerGas?: Hex
    } | null
    if (block?.baseFeePerGas) return block.baseFeePerGas
    if (tag === 'latest' && !block) throw rpcError('chainDisconnected', 'its node has no block')
  }
  return undefined
}

/** Returns the gas price of a chain without a base fee. Throws 4901 for an answer that is no number. */
const gasPriceOf = async (chainId: number): Promise<Hex> => {
  const price = await request(chainId, 'eth_gasPrice', [])
  if (typeof price === 'string' && /^0x[0-9a-f]+$/i.test(price)) return price as Hex
  throw rpcError('chainDisconnected', 'its node has no gas price')
}

/**
 * Reads the fees that the network asks now: at each speed a tip from recent blocks and headroom for the base
 * fee (at the normal speed, six full blocks). If no block shows tips, `normal` with the node's suggestion; if
 * the chain has no base fee (before EIP-1559), `normal` with its gas price. Throws if the node does not
 * answer.
 */
export const offerFees = async (chainId: number): Promise<FeeOffer> => {
  const [baseFeeNow, blocks] = await Promise.all([baseFeeOf(chainId), recentBlocks(chainId)])
  const usual = usualPriceOf(blocks)
  const past = usual === undefined ? {} : { usual }
  if (!baseFeeNow) {
    const gasPrice = await gasPriceOf(chainId)
    return { speeds: { normal: { gasPrice } }, waits: {}, ...past }
  }
  const baseFee = BigInt(baseFeeNow)
  const tips = tipsOf(blocks)
  if (!tips) {
    const normal = feesOf('normal', baseFee, await suggestedTip(chainId))
    return { speeds: { normal }, waits: {}, baseFee: baseFeeNow, ...past }
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
    baseFee: baseFeeNow,
    ...past,
  }
}

/** Returns the fees of an offer's normal speed. */
export const suggestFees = async (chainId: number): Promise<Fees> =>
  (await offerFees(chainId)).speeds.normal
