import type { Hex } from 'viem'
import { fact, knownFact } from './facts'
import { request } from './node'

/** The percentiles of the tips in a block that make slow, normal and fast. */
const percentiles = [20, 50, 80]

/** Blocks fuller than this leave transactions behind. */
const full = 0.9

type Raw = { gasUsedRatio?: unknown; reward?: unknown }

/** A recent block: how full it was, and what tips were paid in it, in wei, at the percentiles. */
export type PastBlock = { fullness: number; tips: [low: bigint, middle: bigint, high: bigint] }

/** The last 20 blocks, oldest first; empty where the node does not tell them. */
export const recentBlocks = async (chainId: number): Promise<PastBlock[]> => {
  try {
    const params = ['0x14', 'latest', percentiles]
    const { gasUsedRatio, reward } = (await request(chainId, 'eth_feeHistory', params)) as Raw
    const ratios = gasUsedRatio as number[]
    return (reward as Hex[][]).map((row, index) => {
      const [low = 0n, middle = 0n, high = 0n] = row.map(BigInt)
      return { fullness: ratios[index] ?? 0, tips: [low, middle, high] }
    })
  } catch {
    return []
  }
}

/** How many of these blocks a transaction with that tip would have waited for at most. */
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

/** Over so many blocks at most, and no fewer than these: a chain that has just begun says nothing. */
const span = { most: 100, least: 20 }

const readBlockTime = async (chainId: number): Promise<number | null> => {
  const block = (tag: string) => request(chainId, 'eth_getBlockByNumber', [tag, false])
  const newest = (await block('latest')) as Block
  const blocks = Math.min(span.most, Number(newest?.number))
  if (!newest || !(blocks >= span.least)) return null
  const oldest = (await block(`0x${(Number(newest.number) - blocks).toString(16)}`)) as Block
  const seconds = (Number(newest.timestamp) - Number(oldest?.timestamp)) / blocks
  // A chain that mines when it has to, or rests, has no time of its own.
  return seconds >= 0.2 && seconds <= 60 ? seconds : null
}

/** The mean time between blocks in seconds, once it has been learnt: nobody waits for it. */
export const knownBlockTime = async (chainId: number): Promise<number | undefined> => {
  const known = await knownFact<number | null>(key(chainId), hour)
  if (known === undefined)
    void fact(key(chainId), hour, () => readBlockTime(chainId)).catch(() => null)
  return known ?? undefined
}
