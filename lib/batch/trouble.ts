import { cache } from '../db'
import { remember } from '../network/facts'
import { toWire } from '../rpc/errors'

/** The error that kept a batch from being signed. */
export type Trouble = { code: number; message: string }

/** Age in ms above which a stored trouble says nothing of now: a batch is tried again every 30 s. */
const lasts = 5 * 60_000

const keyOf = (chainId: number, key: string): string => `trouble:${chainId}:${key}`

/** Keeps the last error of each batch that could not be signed where its page reads it. */
export const createTroubles = () => {
  /** Batches of which no trouble is stored; a worker that was stopped may have left some. */
  const clear = new Set<string>()
  return {
    note: async ({ chainId, key }: { chainId: number; key: string }, error: unknown) => {
      clear.delete(key)
      const { code, message } = toWire(error)
      await remember(keyOf(chainId, key), { code, message })
    },
    over: async ({ chainId, key }: { chainId: number; key: string }) => {
      if (clear.has(key)) return
      await cache.facts.delete(keyOf(chainId, key))
      clear.add(key)
    },
  }
}

/** Returns why a batch could not be signed in the last minutes, if it could not. `now` in ms since 1970. */
export const troubleOf = async (
  { chainId, key }: { chainId: number; key: string },
  now: number,
): Promise<Trouble | undefined> => {
  const fact = await cache.facts.get(keyOf(chainId, key))
  return fact && Math.abs(now - fact.at) < lasts ? (fact.value as Trouble) : undefined
}
