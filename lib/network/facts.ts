import { cache, type Fact } from '../db'
import { createRowCache } from '../db/rowCache'

/** How old, in ms, what is on disk may be while it is only confirmed: a quote confirms several times a second. */
const lasts = 60_000

/** `savedAt`: when the disk last heard of it, in ms since 1970, where that is not `at`. */
type Kept = Fact & { savedAt?: number }

/** A quote asks for several, several times a second. */
const rows = createRowCache<Kept>(cache.facts, 2_000)

/** A fact, if what was learnt still holds; `holds`: for how many ms, by what it is. */
export const knownFact = async <T>(
  key: string,
  holds: (value: T) => number = () => Infinity,
): Promise<T | undefined> => {
  const row = await rows.get(key)
  if (!row) return undefined
  const value = row.value as T
  return Math.abs(Date.now() - row.at) < holds(value) ? value : undefined
}

/** Remembers a fact as of now. The disk may lag a minute behind in when it was last found to be so. */
export const remember = async (key: string, value: unknown): Promise<void> => {
  const now = Date.now()
  const row = await rows.get(key)
  const isConfirmed = row && JSON.stringify(row.value) === JSON.stringify(value)
  const savedAt = row?.savedAt ?? row?.at ?? 0
  if (isConfirmed && Math.abs(now - savedAt) < lasts) rows.keep(key, { ...row, at: now, savedAt })
  else await cache.facts.put({ key, value, at: now })
}

/** A fact that still holds, or learnt now. What fails is not remembered. */
export const fact = async <T>(
  key: string,
  holds: (value: T) => number,
  learn: () => Promise<T>,
): Promise<T> => {
  const found = await knownFact(key, holds)
  if (found !== undefined) return found
  const value = await learn()
  await remember(key, value)
  return value
}
