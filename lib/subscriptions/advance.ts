import type { Hash } from 'viem'
import type { Blocks, Header } from './blocks'
import type { DeliveredTopic } from './criteria'

/** What has become of a chain since it was last told: how many told blocks are gone, and the new ones. */
export type News = { gone: number; blocks: [...DeliveredTopic, results: unknown[]][] }

/** How many of the told blocks the node still has; what lies out of reach is taken to be there. */
const keptOf = async (blocks: Blocks, trail: readonly DeliveredTopic[]): Promise<number> => {
  let kept = trail.length
  for (const [height, hash] of trail.toReversed()) {
    if (height < blocks.bottom() || (await blocks.at(height))?.hash === hash) break
    kept--
  }
  return kept
}

/**
 * What is to be told after `trail`, the blocks told so far, oldest first; undefined if nothing.
 * `results` gives what a block holds for the subscriber; where it fails, the news end before that block.
 */
export const newsFor = async (
  blocks: Blocks,
  trail: readonly DeliveredTopic[],
  results: (header: Header) => Promise<unknown[]>,
): Promise<News | undefined> => {
  const kept = await keptOf(blocks, trail)
  const last = trail[kept - 1]
  const from = Math.max(blocks.bottom(), last ? last[0] + 1 : (trail[0]?.[0] ?? 0))
  const news: News = { gone: trail.length - kept, blocks: [] }
  let parent: Hash | undefined = last?.[0] === from - 1 ? last[1] : undefined
  for (let height = from; height <= blocks.top(); height++) {
    const header = await blocks.at(height)
    // The chain has changed under this walk: the next one begins at the fork.
    if (!header || (parent && header.parentHash !== parent)) break
    const found = await results(header).catch(() => undefined)
    if (!found) break
    news.blocks.push([height, header.hash, found])
    parent = header.hash
  }
  // Without a block in their place, told ones are not gone: one node of several may lag behind.
  return news.blocks.length > 0 ? news : undefined
}
