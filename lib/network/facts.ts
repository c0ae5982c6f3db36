import { cache, type Fact } from '../db'

/** How old, in ms, what is on disk may be while it is only confirmed: a quote confirms several times a second. */
const lasts = 60_000

/** How many are kept in memory. */
const most = 2_000

/** `savedAt`: when the disk last heard of it, in ms since 1970. */
type Known = Fact & { savedAt: number }

/** Facts as they were last read or confirmed, by key; undefined: nothing is known. */
const known = new Map<string, Known | undefined>()
let writes = 0

/** A read that began before a write is not kept. */
const forget = (key?: unknown): void => {
  writes++
  if (typeof key === 'string') known.delete(key)
  else known.clear()
}
cache.facts.hook('creating', (key) => forget(key))
cache.facts.hook('updating', (_, key) => forget(key))
cache.facts.hook('deleting', (key) => forget(key))
cache.on('ready', () => forget(), true)

const keep = (key: string, row: Known | undefined): void => {
  if (known.size >= most) known.clear()
  known.set(key, row)
}

const read = async (key: string): Promise<Known | undefined> => {
  if (known.has(key)) return known.get(key)
  const before = writes
  const stored = await cache.facts.get(key)
  const row = stored && { ...stored, savedAt: stored.at }
  if (before === writes) keep(key, row)
  return row
}

/** A fact, if what was learnt still holds; `holds`: for how many ms, by what it is. */
export const knownFact = async <T>(
  key: string,
  holds: (value: T) => number = () => Infinity,
): Promise<T | undefined> => {
  const row = await read(key)
  if (!row) return undefined
  const value = row.value as T
  return Math.abs(Date.now() - row.at) < holds(value) ? value : undefined
}

/** Remembers a fact as of now. The disk may lag a minute behind in when it was last found to be so. */
export const remember = async (key: string, value: unknown): Promise<void> => {
  const now = Date.now()
  const row = await read(key)
  const isConfirmed = row && JSON.stringify(row.value) === JSON.stringify(value)
  if (isConfirmed && Math.abs(now - row.savedAt) < lasts) return keep(key, { ...row, at: now })
  await cache.facts.put({ key, value, at: now })
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
