import Dexie, { type DBCore, type DBCoreTable } from 'dexie'
import { cache, journal } from '@/lib/db'
import { begin, beside, lifeNow, lost, type Effect, type Fault, type Life } from './effects.ts'

type Under = { life: Life; about: Effect; how: Fault['how'] | undefined; isFirst: boolean }

/** The life, and the fault, of each database transaction. */
const under = new WeakMap<object, Under>()

const full = () => new DOMException('the disk is full', 'QuotaExceededError')

const abort = (transaction: IDBTransaction) => {
  try {
    transaction.abort()
  } catch {
    // The transaction was already over.
  }
}

/** Counts a transaction as one effect: before its commit nothing of it is on disk, afterwards all of it. */
const start = (life: Life, transaction: IDBTransaction, stores: string[], mode: string) => {
  const isWrite = mode === 'readwrite'
  const about: Effect = { kind: isWrite ? 'write' : 'read', name: isWrite ? '' : stores.join('+') }
  if (life.isOver) {
    under.set(transaction, { life, about, how: undefined, isFirst: true })
    return abort(transaction)
  }
  const how = begin(life, about)
  under.set(transaction, { life, about, how, isFirst: true })
  if (!isWrite) {
    if (how === 'before') life.die()
    return
  }
  const undo = () => abort(transaction)
  life.undo.add(undo)
  if (how === 'before') return life.die()
  transaction.addEventListener('complete', () => {
    life.undo.delete(undo)
    about.name ||= `${stores.join('+')}, nothing`
    if (how === 'after') life.die()
    if (!life.isOver && how !== 'reply lost') return
    // Dexie, which listens by this property, is told otherwise; the database has to hear of it, to begin the next one.
    transaction.oncomplete = null
    transaction.onabort?.(new Event('abort'))
  })
}

/**
 * Runs one operation of a transaction. In a dead life it fails: Dexie must see its transactions end, or it
 * would reuse them for the next life. Dexie's own promises are used, because it tracks transactions by them.
 * The code that receives the failure belongs to the dead life too, so it changes nothing.
 */
const through = <T>(
  transaction: object,
  table: string,
  isWrite: boolean,
  run: () => PromiseLike<T>,
): Promise<T> => {
  const known = under.get(transaction)
  if (!known) return run() as Promise<T>
  const { life, about, how, isFirst } = known
  const fail = (error: Error) => Dexie.Promise.reject(error) as unknown as Promise<T>
  known.isFirst = false
  if (life.isOver) return fail(lost())
  if (isWrite && life.host.isFull) return fail(full())
  if (isWrite && !about.name.includes(table))
    about.name = [about.name, table].filter(Boolean).join('+')
  // IndexedDB events run outside all lives: the code that awaits them knows its own life.
  return beside(run).then((result) => {
    const isHere = about.kind === 'read' && isFirst
    if (isHere && how === 'after') life.die()
    if (life.isOver || (isHere && how === 'reply lost')) throw lost()
    return result
  }) as Promise<T>
}

const wrap = (table: DBCoreTable): DBCoreTable => {
  const { name } = table
  return {
    ...table,
    get: (request) => through(request.trans, name, false, () => table.get(request)),
    getMany: (request) => through(request.trans, name, false, () => table.getMany(request)),
    query: (request) => through(request.trans, name, false, () => table.query(request)),
    count: (request) => through(request.trans, name, false, () => table.count(request)),
    openCursor: (request) => through(request.trans, name, false, () => table.openCursor(request)),
    mutate: (request) => through(request.trans, name, true, () => table.mutate(request)),
  }
}

const counted = (core: DBCore): DBCore => ({
  ...core,
  transaction: (stores, mode, options) => {
    const transaction = beside(() => core.transaction(stores, mode, options))
    const life = lifeNow()
    if (life) start(life, transaction as IDBTransaction, stores, mode)
    return transaction
  },
  table: (name) => wrap(core.table(name)),
})

/** Counts every transaction of both databases as an effect. Returns how to stop. */
export const tapDisk = async (): Promise<() => Promise<void>> => {
  const reopen = async (change: (database: Dexie) => void) => {
    for (const database of [journal, cache]) {
      database.close({ disableAutoOpen: false })
      change(database)
      await database.open()
    }
  }
  const middleware = { stack: 'dbcore' as const, name: 'counted', create: counted }
  await reopen((database) => database.use(middleware))
  return () => reopen((database) => database.unuse(middleware))
}

/** Reads all rows of a table from disk without Dexie, so that nothing is counted. */
export const rowsOf = async <Row>(table: string): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const reading = journal.backendDB().transaction(table).objectStore(table).getAll()
    reading.onerror = () => reject(new Error(`${table} could not be read`))
    reading.onsuccess = () => resolve(reading.result as Row[])
  })
