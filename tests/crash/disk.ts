import Dexie, { type DBCore, type DBCoreTable } from 'dexie'
import { cache, journal } from '@/lib/db'
import { begin, lifeNow, lost, never, type Effect, type Fault, type Life } from './life.ts'

type Under = { life: Life; about: Effect; how: Fault['how'] | undefined; isFirst: boolean }

/** Whose transaction it is, by the transaction. */
const under = new WeakMap<object, Under>()

const full = () => new DOMException('the disk is full', 'QuotaExceededError')

const abort = (transaction: IDBTransaction) => {
  try {
    transaction.abort()
  } catch {
    // It had come to its end.
  }
}

/** A transaction is one effect: until it is committed nothing of it is there, and then all of it is. */
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
  transaction.addEventListener('complete', (event) => {
    life.undo.delete(undo)
    about.name ||= `${stores.join('+')}, nothing`
    if (how === 'after') life.die()
    if (life.isOver) return event.stopImmediatePropagation()
    if (how !== 'reply lost') return
    event.stopImmediatePropagation()
    transaction.onabort?.(new Event('abort'))
  })
}

const operation = async (
  transaction: object,
  table: string,
  isWrite: boolean,
  run: () => PromiseLike<unknown>,
) => {
  const known = under.get(transaction)
  if (!known) return run()
  const { life, about, how, isFirst } = known
  known.isFirst = false
  if (life.isOver) return never
  if (isWrite) {
    if (life.host.isFull) throw full()
    if (!about.name.includes(table)) about.name = [about.name, table].filter(Boolean).join('+')
  }
  const result = await run()
  if (about.kind === 'read' && isFirst && how === 'after') life.die()
  if (life.isOver as boolean) return never
  if (about.kind === 'read' && isFirst && how === 'reply lost') throw lost()
  return result
}

const wrap = (table: DBCoreTable): DBCoreTable => {
  /** In Dexie's own promises, or its transactions would lose track of what runs in them. */
  const through = <T>(transaction: object, isWrite: boolean, run: () => PromiseLike<T>) => {
    const known = under.get(transaction)
    if (!known) return run() as Promise<T>
    return new Dexie.Promise((resolve, reject) => {
      void operation(transaction, table.name, isWrite, run).then(resolve, reject)
    }) as unknown as Promise<T>
  }
  return {
    ...table,
    get: (request) => through(request.trans, false, () => table.get(request)),
    getMany: (request) => through(request.trans, false, () => table.getMany(request)),
    query: (request) => through(request.trans, false, () => table.query(request)),
    count: (request) => through(request.trans, false, () => table.count(request)),
    openCursor: (request) => through(request.trans, false, () => table.openCursor(request)),
    mutate: (request) => through(request.trans, true, () => table.mutate(request)),
  }
}

const counted = (core: DBCore): DBCore => ({
  ...core,
  transaction: (stores, mode, options) => {
    const transaction = core.transaction(stores, mode, options)
    const life = lifeNow()
    if (life) start(life, transaction as IDBTransaction, stores, mode)
    return transaction
  },
  table: (name) => wrap(core.table(name)),
})

/** Has every transaction of both databases counted; gives back how to stop. */
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

/** All rows of a table as they are on disk, read beside the wallet. */
export const rowsOf = async <Row>(table: string): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const reading = journal.backendDB().transaction(table).objectStore(table).getAll()
    reading.onerror = () => reject(new Error(`${table} could not be read`))
    reading.onsuccess = () => resolve(reading.result as Row[])
  })
