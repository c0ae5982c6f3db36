import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readPage } from '@/components/batches/batchViews'
import { assertFrozen } from '@/lib/batch/freeze'
import { eventsOf, findBatch, liveBatches, stateOf } from '@/lib/batch/journal'
import { statusCode } from '@/lib/batch/status'
import { isNewer, journal } from '@/lib/db'
import { alice, dapp } from '../accounts'
import { statuses, tables } from './version1.json'

/** The schema of version 1, in its own words, and rows as that version wrote them. */
const version1 = {
  approvals: 'id, state, documentId, reserves',
  permissions: 'origin',
  accounts: 'address, index',
  batches: 'key, &[origin+from+id], [origin+id], live, createdAt',
  events: '[key+seq]',
  vault: 'id',
}

/** Version 2: what has a number does not change any more. */
const version2 = {
  ...version1,
  batches: `${version1.batches}, [shown+createdAt], clearedAt`,
  tombstones: '[origin+from+id]',
  networks: 'chainId',
}

/** Version 3. */
const version3 = {
  ...version2,
  assets: 'key, chainId',
  contacts: 'address',
  parties: 'address',
  sites: 'origin',
  settings: 'key',
}

/** Version 4. */
const version4 = { ...version3, floors: 'key', signatures: 'hash, key' }

const openVersion1 = async () => {
  const old = new Dexie('journal')
  old.version(1).stores(version1)
  for (const [name, rows] of Object.entries(tables)) await old.table(name).bulkAdd(rows)
  return old
}

const open = (version?: number, upgrade?: (batches: IDBObjectStore) => void) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('journal', version)
    opening.onerror = () => reject(new Error('the journal could not be opened'))
    opening.onblocked = () => reject(new Error('somebody holds the journal'))
    opening.onupgradeneeded = () => {
      const batches = opening.transaction?.objectStore('batches')
      if (batches) upgrade?.(batches)
    }
    opening.onsuccess = () => resolve(opening.result)
  })

/** Why something was refused. */
const failed = (outcome: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(outcome).then(
    () => undefined,
    (reason: unknown) => reason,
  )

/** All that the journal holds, and how it is indexed. */
const contents = async () => {
  const database = await open()
  const names = [...database.objectStoreNames]
  const transaction = database.transaction(names)
  const read = (name: string) =>
    new Promise((resolve) => {
      const reading = transaction.objectStore(name).getAll()
      reading.onsuccess = () => resolve([name, reading.result])
    })
  const rows = await Promise.all(names.map(read))
  const indexes = names.map((name) => [...transaction.objectStore(name).indexNames])
  database.close()
  return { version: database.version, indexes, rows }
}

beforeEach(() => {
  // Dexie warns whenever it closes for another version, as happens all the time in these tests.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  return Dexie.delete('journal')
})

afterEach(async () => {
  await Dexie.delete('journal')
  await journal.open()
  vi.restoreAllMocks()
})

const reopen = async () => {
  journal.close()
  await journal.open()
}

describe('what version 1 has written', () => {
  beforeEach(async () => {
    ;(await openVersion1()).close()
    await reopen()
  })

  test.each(Object.entries(statuses))(
    '%s: is found, as approved, with status %i',
    async (...of) => {
      const [id, status] = of
      const batch = await findBatch(dapp, id)
      if (!batch) throw new Error('not found')
      expect(() => assertFrozen(batch)).not.toThrow()
      expect(statusCode(batch, await stateOf(batch.key))).toBe(status)
      const rows = tables.events.filter(({ key }) => key === batch.key)
      expect(await eventsOf(batch.key)).toEqual(rows.map(({ event }) => event))
    },
  )

  test('stands in the activity, newest first, and goes on where it had not ended', async () => {
    const keys = tables.batches.map(({ key }) => key)
    const { views } = await readPage()
    expect(views.map(({ batch }) => batch.key)).toEqual(keys.toReversed())
    const live = tables.batches.filter((batch) => batch.live === 1)
    expect(live.length).toBeGreaterThan(0)
    expect((await liveBatches()).map(({ key }) => key)).toEqual(live.map(({ key }) => key))
  })

  test('gives each account its floor, and each signature its batch', async () => {
    const floor = `31337 ${alice} ${tables.batches[0]?.genesis}`
    expect(await journal.floors.toArray()).toEqual([{ key: floor, nonce: 2 }])
    const signed = tables.events.flatMap(({ key, event }) =>
      event.hash && event.type === 'signed' ? [{ key, hash: event.hash, floor }] : [],
    )
    expect(signed.length).toBeGreaterThan(0)
    const byHash = (a: { hash: string }, b: { hash: string }) => a.hash.localeCompare(b.hash)
    expect((await journal.signatures.toArray()).toSorted(byHash)).toEqual(signed.toSorted(byHash))
  })

  test('is otherwise as it was', async () => {
    const { version, rows } = await contents()
    expect(version).toBe(40)
    const batches = tables.batches.map((batch) => ({ ...batch, shown: 1 }))
    for (const [name, before] of Object.entries({ ...tables, batches }))
      expect(rows).toContainEqual([name, before])
  })
})

test.each([
  [2, version2],
  [3, version3],
  [4, version4],
])(
  'version %i is as it was, so that nobody’s journal is changed without a version of its own',
  async (number, stores) => {
    const first = new Dexie('journal')
    first.version(number).stores(stores)
    await first.open()
    first.close()
    await reopen()
    await reopen()
    expect((await contents()).version).toBe(40)
  },
)

test('a page that holds the old version lets go of it', async () => {
  const old = await openVersion1()
  await reopen()
  expect(old.isOpen()).toBe(false)
  expect(await findBatch(dapp, 'final')).toBeDefined()
})

describe('a newer version', () => {
  /** Changes the journal as a newer version may: one index more, one less. */
  const upgrade = async () => {
    const newer = await open(50, (batches) => {
      batches.createIndex('novelty', 'novelty')
      batches.deleteIndex('live')
    })
    newer.close()
  }

  test('of the journal is not opened, and nothing in it changes', async () => {
    ;(await openVersion1()).close()
    await reopen()
    journal.close({ disableAutoOpen: false })
    await upgrade()
    const before = await contents()
    expect(before.version).toBe(50)

    for (let time = 0; time < 2; time++) {
      expect(isNewer(await failed(journal.open()))).toBe(true)
      expect(isNewer(await failed(journal.batches.clear()))).toBe(true)
    }
    expect(await contents()).toEqual(before)
  })

  test('takes the journal over while it is open, and has it from then on', async () => {
    await reopen()
    await upgrade()
    expect(isNewer(await failed(journal.batches.count()))).toBe(true)
    expect((await contents()).version).toBe(50)
  })
})
