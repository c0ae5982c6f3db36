import { cache } from '../db'

/** A fact as it was learnt less than `maxAge` ms ago. */
export const knownFact = async <T>(key: string, maxAge = Infinity): Promise<T | undefined> => {
  const known = await cache.facts.get(key)
  return known && Math.abs(Date.now() - known.at) < maxAge ? (known.value as T) : undefined
}

/** Remembers a fact as of now. */
export const remember = async (key: string, value: unknown): Promise<void> => {
  await cache.facts.put({ key, value, at: Date.now() })
}

/** A fact learnt less than `maxAge` ms ago, or learnt now. What fails is not remembered. */
export const fact = async <T>(key: string, maxAge: number, learn: () => Promise<T>): Promise<T> => {
  const known = await knownFact<T>(key, maxAge)
  if (known !== undefined) return known
  const value = await learn()
  await remember(key, value)
  return value
}
