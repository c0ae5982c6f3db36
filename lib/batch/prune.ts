import Dexie from 'dexie'
import { journal } from '../db'

/** Time in ms for which a cleared batch still answers `wallet_getCallsStatus`. */
const keptFor = 24 * 60 * 60_000

/** Maximum number of batches deleted per run. */
export const atOnce = 50

let isPruning = false

const buried = [journal.batches, journal.events, journal.tombstones, journal.signatures]

/** Deletes a cleared batch, unless restored meanwhile; a tombstone keeps its ID taken. */
const bury = (key: string) =>
  journal.transaction('rw', buried, async () => {
    const batch = await journal.batches.get(key)
    if (batch?.shown !== 0 || batch.live !== 0) return
    const { origin, from, id } = batch
    await journal.tombstones.put({ origin, from, id })
    await journal.events
      .where('[key+seq]')
      .between([key, Dexie.minKey], [key, Dexie.maxKey])
      .delete()
    await journal.signatures.where({ key }).delete()
    await journal.batches.delete(key)
  })

/** Deletes up to 50 batches cleared over a day ago, longest ago first. `now` in ms since 1970. */
export const pruneBatches = async (now: number): Promise<void> => {
  if (isPruning) return
  isPruning = true
  try {
    const old = journal.batches.where('clearedAt').below(now - keptFor)
    for (const key of await old.limit(atOnce).primaryKeys()) await bury(key)
  } finally {
    isPruning = false
  }
}
