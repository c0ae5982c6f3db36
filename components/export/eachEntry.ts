import { shownBatches } from '@/lib/batch/clearActivity'
import { stateOf } from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import { became, fits, isHash, type ActivityFilter } from '../batches/filter'
import { withHash } from '../batches/batchViews'
import { entryOf, type Entry } from './entry'
import { tokenReader } from './tokenReader'

/** Number of batches that are read at a time. */
const step = 100

/** Gives every batch of the activity that fits the filter, newest first, as far as it is when it is read. */
export const eachEntry = async (
  filter: ActivityFilter,
  take: (entry: Entry) => void,
  tell: (done: number, all: number) => void,
): Promise<void> => {
  const found = isHash(filter.text) ? await withHash(filter.text ?? '') : new Set<string>()
  const isEmpty = Object.keys(filter).length === 0
  const rows = shownBatches().reverse()
  // By key, so that no two batches of one moment fall between two steps.
  const keys = await (isEmpty ? rows : rows.and(fits(filter, found))).primaryKeys()
  const tokensOf = tokenReader()
  for (let next = 0; next < keys.length; next += step) {
    tell(next, keys.length)
    const batches = await journal.batches.bulkGet(keys.slice(next, next + step))
    const entries = await Promise.all(
      batches.map(async (batch) => {
        if (!batch) return undefined
        const state = await stateOf(batch.key)
        if (!became(filter, batch, state)) return undefined
        return entryOf(batch, state, await tokensOf(batch.chainId, batch.from))
      }),
    )
    for (const entry of entries) if (entry) take(entry)
  }
}
