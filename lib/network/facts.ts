import { cache, type Fact } from '../db'
import { createRowCache } from '../db/rowCache'

/**
 * Minimum age of the row on disk, in ms, before a reconfirmed value is written again: a quote confirms facts
 * several times a second.
 */
const lasts = 60_000

/** A cached row; `savedAt` is the time of its last write to disk, in ms since 1970, if that is not `at`. */
type Kept = Fact & { savedAt?: number }

/** Row cache, because a quote reads several facts several times a second. */
const rows = createRowCache<Kept>(cache.facts, 2_000)

/** Returns a remembered fact younger than `holds(value)` ms; else undefined. */
export const knownFact = async <T>(
  key: string,
  holds: (value: T) => number = () => Infinity,
): Promise<T | undefined> => {
  const row = await rows.get(key)
  if (!row) return undefined
  const value = row.value as T
  return Math.abs(Date.now() - row.at) < holds(value) ? value : undefined
}

/** Stores a fact with the present time. For an unchanged value, the time on disk may be a minute old. */
export const remember = async (key: string, value: unknown): Promise<void> => {
  const now = Date.now()
  const row = await rows.get(key)
  const isConfirmed = row && JSON.stringify(row.value) === JSON.stringify(value)
  const savedAt = row?.savedAt ?? row?.at ?? 0
  if (isConfirmed && Math.abs(now - savedAt) < lasts) rows.keep(key, { ...row, at: now, savedAt })
  else await cache.facts.put({ key, value, at: now })
}

/**
 * Returns a remembered fact younger than `holds(value)` ms, or learns and stores it. A failure is thrown, not
 * stored.
 */
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
