import Dexie, { type Table, type Transaction } from 'dexie'

/**
 * A table's rows as they were last read, at most so many, for the background, which alone writes them:
 * a page that watches the database would not see them change.
 */
export const createRowCache = <Row>(table: Table<Row, string>, most: number) => {
  const known = new Map<string, Row | undefined>()
  let writes = 0

  /** A read that began before a write is not kept; one that begins after it waits for its transaction. */
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
    // What a transaction has written so far may be taken back.
    const isFirm = (Dexie.currentTransaction as Transaction | null) === null
    const row = await table.get(key)
    if (isFirm && before === writes) keep(key, row)
    return row
  }

  return {
    get,
    /** Has a row stand for the stored one, until that is written again. */
    keep,
    /** How many writes there were. */
    writes: () => writes,
  }
}
