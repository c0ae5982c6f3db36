import type { Hash } from 'viem'
import type { Blocks, Header } from './blocks'
import type { DeliveredTopic } from './criteria'

/** Changes of a chain to report: the number of reported blocks that a reorg removed, and the new blocks. */
export type News = { gone: number; blocks: [...DeliveredTopic, results: unknown[]][] }

/** Counts the reported blocks that the node still has; those below `bottom` are assumed to be there. */
const keptOf = async (blocks: Blocks, trail: readonly DeliveredTopic[]): Promise<number> => {
  let kept = trail.length
  for (const [height, hash] of trail.toReversed()) {
    if (height < blocks.bottom() || (await blocks.at(height))?.hash === hash) break
    kept--
  }
  return kept
}

/**
 * Returns the changes after `trail`, the blocks reported so far, oldest first; undefined if there are none.
 * `results` reads a block's header or logs for the subscriber; if that fails, the changes end before the
 * block.
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
    // A reorg happened during this loop: the next run begins at the fork.
    if (!header || (parent && header.parentHash !== parent)) break
    const found = await results(header).catch(() => undefined)
    if (!found) break
    news.blocks.push([height, header.hash, found])
    parent = header.hash
  }
  // Reports no removed blocks without new ones in their place: one node of several may lag behind.
  return news.blocks.length > 0 ? news : undefined
}
