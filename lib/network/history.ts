import type { Hex } from 'viem'
import { fact, knownFact } from './facts'
import { request } from './node'

/** Percentiles of a block's tips that are offered as slow, normal and fast. */
const percentiles = [20, 50, 80]

/** Blocks with a higher ratio of used gas leave transactions behind. */
const full = 0.9

type Raw = { gasUsedRatio?: unknown; reward?: unknown; baseFeePerGas?: unknown }

/**
 * A recent block: its ratio of used gas (0 to 1), its base fee (0 if it has none) and its tips at the
 * percentiles, in wei per gas.
 */
export type PastBlock = {
  fullness: number
  baseFee: bigint
  tips: [low: bigint, middle: bigint, high: bigint]
}

/** Reads the last 20 blocks, oldest first, by `eth_feeHistory`; empty if the node does not answer it. */
export const recentBlocks = async (chainId: number): Promise<PastBlock[]> => {
  try {
    const params = ['0x14', 'latest', percentiles]
    const history = (await request(chainId, 'eth_feeHistory', params)) as Raw
    const { gasUsedRatio, reward, baseFeePerGas = [] } = history
    const ratios = gasUsedRatio as number[]
    const baseFees = baseFeePerGas as Hex[]
    return (reward as Hex[][]).map((row, index) => {
      const [low = 0n, middle = 0n, high = 0n] = row.map(BigInt)
      const baseFee = BigInt(baseFees[index] ?? 0)
      return { fullness: ratios[index] ?? 0, baseFee, tips: [low, middle, high] }
    })
  } catch {
    return []
  }
}

/** Returns how many of these blocks a transaction with this tip would have waited for at most, at least 1. */
export const blocksToWait = (blocks: readonly PastBlock[], tip: bigint): number => {
  let [run, longest] = [0, 0]
  for (const { fullness, tips } of blocks) {
    run = fullness > full && tips[0] > tip ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest + 1
}

const hour = () => 60 * 60_000

const key = (chainId: number) => `blockTime:${chainId}`

type Block = { number: Hex; timestamp: Hex } | null

/**
 * Blocks over which the block time is averaged: at most `most`; unknown on a chain with fewer than `least`.
 */
const span = { most: 100, least: 20 }

const readBlockTime = async (chainId: number): Promise<number | null> => {
  const block = (tag: string) => request(chainId, 'eth_getBlockByNumber', [tag, false])
  const newest = (await block('latest')) as Block
  const blocks = Math.min(span.most, Number(newest?.number))
  if (!newest || !(blocks >= span.least)) return null
  const oldest = (await block(`0x${(Number(newest.number) - blocks).toString(16)}`)) as Block
  const seconds = (Number(newest.timestamp) - Number(oldest?.timestamp)) / blocks
  // Outside these bounds (s) the chain mines on demand or has paused: it has no regular block time.
  return seconds >= 0.2 && seconds <= 60 ? seconds : null
}

/**
 * Returns the remembered mean block time, in seconds; if it is unknown, starts reading it and returns
 * undefined at once.
 */
export const knownBlockTime = async (chainId: number): Promise<number | undefined> => {
  const known = await knownFact<number | null>(key(chainId), hour)
  if (known === undefined)
    void fact(key(chainId), hour, () => readBlockTime(chainId)).catch(() => null)
  return known ?? undefined
}
