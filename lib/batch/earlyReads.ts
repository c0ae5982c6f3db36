import type { World } from './world'

/** How long, in ms, an answer to an early question counts: what is signed rests on what a chain says now. */
const lasts = 1_000

/**
 * Asks a node ahead of need, at the user's click, what the signature will rest on. `request` gives each answer out once,
 * up to 1 s after its question; whatever is older, failed, or was not asked, it asks then.
 */
export const createEarlyReads = (world: Pick<World, 'request' | 'now'>) => {
  const begun = new Map<string, { answer: Promise<unknown>; at: number }>()
  const keyOf = (...asked: Parameters<World['request']>) => JSON.stringify(asked)
  const isOld = (at: number) => Math.abs(world.now() - at) >= lasts

  const begin: (...asked: Parameters<World['request']>) => void = (...asked) => {
    const answer = world.request(...asked)
    answer.catch(() => undefined)
    begun.set(keyOf(...asked), { answer, at: world.now() })
  }

  const request: World['request'] = (...asked) => {
    const key = keyOf(...asked)
    const early = begun.get(key)
    begun.delete(key)
    if (!early || isOld(early.at)) return world.request(...asked)
    return early.answer.catch(() => world.request(...asked))
  }

  return { begin, request }
}
