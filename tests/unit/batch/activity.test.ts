import type { DBCore, Middleware } from 'dexie'
import { beforeEach, describe, expect, test } from 'vitest'
import { hasOver, shownBatches } from '@/lib/batch/clearActivity'
import { addBatch, findBatch, isTaken, stateOf } from '@/lib/batch/journal'
import { pruneBatches } from '@/lib/batch/prune'
import { type Batch, journal } from '@/lib/db'
import { readPage } from '@/components/batches/batchViews'
import { did, makeBatch } from './batches'
import { emptyDatabase } from '../database'
import { alice, dapp } from '../accounts'

let read = 0

/** Counts the rows that are read from the journal, by any kind of query. */
const counter: Middleware<DBCore> & { name: string } = {
  stack: 'dbcore',
  name: 'counter',
  create: (core) => ({
    ...core,
    table(name) {
      const table = core.table(name)
      const counted = <Row>(rows: Row[]) => {
        read += rows.length
        return rows
      }
      return {
        ...table,
        get: (request) => table.get(request).then((row: unknown) => counted([row])[0]),
        getMany: (request) => table.getMany(request).then(counted),
        query: (request) =>
          table.query(request).then((answer) => {
            counted(answer.result)
            return answer
          }),
        openCursor: (request) =>
          table.openCursor(request).then((cursor) => {
            if (!cursor) return cursor
            const start = cursor.start.bind(cursor)
            cursor.start = (onNext) =>
              start(() => {
                read++
                onNext()
              })
            return cursor
          }),
      }
    },
  }),
}

beforeEach(emptyDatabase)

/** Stores `count` batches, the oldest first; those with a number below `live` have not ended. */
const seed = async (count: number, live = 0, at = (index: number) => index) => {
  const one = makeBatch({ mode: 'one' })
  const batches = Array.from({ length: count }, (_, index): Batch => ({
    ...one,
    key: `key ${index}`,
    id: `id ${index}`,
    createdAt: at(index),
    live: index < live ? 1 : 0,
  }))
  await journal.batches.bulkAdd(batches)
  const events = [did.signed('a'), did.sealed('a')]
  await journal.events.bulkAdd(
    batches.flatMap(({ key }) => events.map((event, seq) => ({ key, seq, at: 0, event }))),
  )
}

const keysOf = ({ views }: Awaited<ReturnType<typeof readPage>>) =>
  views.map(({ batch }) => batch.key)

const numbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `key ${from - index}`)

describe('a page of the activity', () => {
  test('holds the newest twenty, and says that there are more', async () => {
    await seed(45)
    const first = await readPage()
    expect(keysOf(first)).toEqual(numbers(44, 25))
    expect(first.hasMore).toBe(true)
    const second = await readPage(25)
    expect(keysOf(second)).toEqual(numbers(24, 5))
    expect(second.hasMore).toBe(true)
    const last = await readPage(5)
    expect(keysOf(last)).toEqual(numbers(4, 0))
    expect(last.hasMore).toBe(false)
  })

  test('of exactly twenty is the last', async () => {
    await seed(20)
    expect(await readPage()).toMatchObject({ hasMore: false, views: { length: 20 } })
  })

  test('grows above the one that follows it, and loses none to it', async () => {
    await seed(30)
    await addBatch({ ...makeBatch({ id: 'new' }), key: 'new' })
    expect(keysOf(await readPage(undefined, 10))).toEqual(['new', ...numbers(29, 10)])
    expect(keysOf(await readPage(10))).toEqual(numbers(9, 0))
  })

  test('does not part what was approved in the same millisecond', async () => {
    await seed(30, 0, (index) => Math.floor(index / 25))
    const first = await readPage()
    expect(first.hasMore).toBe(true)
    const end = first.views.at(-1)?.batch.createdAt ?? -1
    const all = [...keysOf(await readPage(undefined, end)), ...keysOf(await readPage(end))]
    expect(new Set(all).size).toBe(30)
    expect(all).toHaveLength(30)
  })

  test('leaves out what was cleared', async () => {
    await seed(3)
    await journal.batches.update('key 1', { shown: 0, clearedAt: 1 })
    expect(keysOf(await readPage())).toEqual(['key 2', 'key 0'])
  })
})

test('how much is read does not grow with the journal', async () => {
  const rowsRead = async (count: number) => {
    await emptyDatabase()
    await seed(count, 3)
    await journal.tombstones.bulkAdd(
      Array.from({ length: count }, (_, index) => ({
        origin: dapp,
        from: alice,
        id: `gone ${index}`,
      })),
    )
    const reads: Record<string, () => Promise<unknown>> = {
      page: () => readPage(),
      later: () => readPage(count / 2),
      earlier: () => readPage(count / 2, count / 2 - 20),
      isEmpty: () => shownBatches().first(),
      hasOver,
      status: async () => stateOf((await findBatch(dapp, 'id 50', alice))?.key ?? ''),
      taken: () => isTaken(dapp, alice, 'gone 50'),
      prune: () => pruneBatches(0),
    }
    const rows: Record<string, number> = {}
    for (const [name, run] of Object.entries(reads)) {
      read = 0
      await run()
      rows[name] = read
    }
    return rows
  }

  journal.close({ disableAutoOpen: false })
  journal.use(counter)
  try {
    const few = await rowsRead(100)
    expect(few).toMatchObject({ page: 21 + 20 * 2, status: 1 + 2, prune: 0 })
    expect(await rowsRead(10_000)).toEqual(few)
  } finally {
    journal.close({ disableAutoOpen: false })
    journal.unuse(counter)
    await journal.open()
    await emptyDatabase()
  }
})
