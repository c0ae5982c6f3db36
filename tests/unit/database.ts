import { cache, journal } from '@/lib/db'
import { loadNetworks } from '@/lib/network/urls'

/** Forgets everything, as a new profile would. */
export const emptyDatabase = async (): Promise<void> => {
  await Promise.all([...journal.tables, ...cache.tables].map((table) => table.clear()))
  await loadNetworks()
}
