import { cache, journal } from '@/lib/db'

/** Forgets everything, as a new profile would. */
export const emptyDatabase = async (): Promise<void> => {
  await Promise.all([...journal.tables, ...cache.tables].map((table) => table.clear()))
}
