import Dexie, { type Table, type Transaction } from 'dexie'

/** Caches up to `most` rows of a table, for the background alone: a page would miss its writes. */
export const createRowCache = <Row>(table: Table<Row, string>, most: number) => {
  const known = new Map<string, Row | undefined>()
  let writes = 0

  /** Invalidates a row. A read begun before the write is not cached; a later one waits for the write. */
  const forget = (key: string): void => {
    writes++
    known.delete(key)
  }
  table.hook('creating', (key) => forget(key))
  table.hook('updating', (_, key) => forget(key))
  table.hook('deleting', (key) => forget(key))
  const forgetAll = () => {
    writes++
    known.clear()
  }
  table.db.on('ready', forgetAll, true)

  const keep = (key: string, row: Row | undefined): void => {
    if (known.size >= most) known.clear()
    known.set(key, row)
  }

  const get = async (key: string): Promise<Row | undefined> => {
    if (known.has(key)) return known.get(key)
    const before = writes
    // Reads inside a transaction are not cached, because it may roll back.
    const isFirm = (Dexie.currentTransaction as Transaction | null) === null
    const row = await table.get(key)
    if (isFirm && before === writes) keep(key, row)
    return row
  }

  return {
    get,
    /** Overrides the cached row until the next write. */
    keep,
    /** Returns the number of writes so far. */
    writes: () => writes,
  }
}
