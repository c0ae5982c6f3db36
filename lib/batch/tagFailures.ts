import { cache } from '../db'
import type { World } from './world'

/** Time in ms after which failures that nobody asked between are no longer one and the same. */
const lull = 5 * 60_000

/** Least time in ms between two writes of a failure that goes on. */
const writesEach = 60_000

/** When a chain's tag began to fail, and when it lately did, in ms since 1970. */
type Failing = { since: number; last: number }

const keyOf = (chainId: number): string => `finalTagFails:${chainId}`

/** Chains of which no failure is stored; a worker that was stopped may have left one. */
const clear = new Set<number>()

/**
 * Records that a chain's node did not tell the final block, and returns for how many ms it has not. It is stored, as the
 * browser stops a worker far sooner than a failure counts.
 */
export const tagFailed = async ({ now }: World, chainId: number): Promise<number> => {
  const key = keyOf(chainId)
  const at = now()
  const before = (await cache.facts.get(key))?.value as Failing | undefined
  // The clock may be set back in between.
  const since = before && Math.abs(at - before.last) <= lull ? before.since : at
  clear.delete(chainId)
  if (since !== before?.since || Math.abs(at - before.last) >= writesEach)
    // A full disk only makes a block final later.
    await cache.facts.put({ key, value: { since, last: at }, at }).catch(() => undefined)
  return Math.abs(at - since)
}

/** Records that a chain's node told the final block. */
export const tagAnswered = async (chainId: number): Promise<void> => {
  if (clear.has(chainId)) return
  await cache.facts.delete(keyOf(chainId)).catch(() => undefined)
  clear.add(chainId)
}
