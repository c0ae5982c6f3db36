import { cache } from '../db'

/** A fact, if what was learnt still holds; `holds`: for how many ms, by what it is. */
export const knownFact = async <T>(
  key: string,
  holds: (value: T) => number = () => Infinity,
): Promise<T | undefined> => {
  const known = await cache.facts.get(key)
  if (!known) return undefined
  const value = known.value as T
  return Math.abs(Date.now() - known.at) < holds(value) ? value : undefined
}

/** Remembers a fact as of now. */
export const remember = async (key: string, value: unknown): Promise<void> => {
  await cache.facts.put({ key, value, at: Date.now() })
}

/** A fact that still holds, or learnt now. What fails is not remembered. */
export const fact = async <T>(
  key: string,
  holds: (value: T) => number,
  learn: () => Promise<T>,
): Promise<T> => {
  const known = await knownFact(key, holds)
  if (known !== undefined) return known
  const value = await learn()
  await remember(key, value)
  return value
}
