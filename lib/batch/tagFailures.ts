import type { World } from './world'

/** Time in ms after which failures that nobody asked between are no longer one and the same. */
const lull = 5 * 60_000

/** When a chain's tag began to fail, and when it last did, in ms since 1970. */
type Failing = { since: number; last: number }

/**
 * By chain ID. Kept in memory, so that a worker that starts anew counts from its own first failure: that makes
 * a block final later, never sooner.
 */
const failures = new WeakMap<World, Map<number, Failing>>()

const failuresOf = (world: World): Map<number, Failing> => {
  const known = failures.get(world) ?? new Map<number, Failing>()
  failures.set(world, known)
  return known
}

/** Records that a chain's node did not tell the final block, and returns for how many ms it has not. */
export const tagFailed = (world: World, chainId: number): number => {
  const all = failuresOf(world)
  const now = world.now()
  const before = all.get(chainId)
  // The clock may be set back in between.
  const goesOn = before && Math.abs(now - before.last) <= lull
  const since = goesOn ? before.since : now
  all.set(chainId, { since, last: now })
  return Math.abs(now - since)
}

/** Records that a chain's node told the final block. */
export const tagAnswered = (world: World, chainId: number): void => {
  failuresOf(world).delete(chainId)
}
