import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readPage } from '@/components/batches/batchViews'
import { assertFrozen } from '@/lib/batch/freeze'
import { append, eventsOf, findBatch, liveBatches, stateOf } from '@/lib/batch/journal'
import { isLapsed } from '@/lib/batch/machine'
import { statusCode } from '@/lib/batch/status'
import { isNewer, journal, type Batch, type EventRow } from '@/lib/db'
import { createKeyring } from '@/lib/keyring/keyring'
import { development } from '../../chain/development'
import { alice, dapp } from '../accounts'
import { openSession } from '../keyring/keyStorage'
import first from './version1.json'
import fifth from './version5.json'

/** The schema of version 1, in its own words. */
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

/** Version 5, from which on there are events of user operations, and signatures that devices are asked for. */
const version5 = { ...version4, signings: 'id, key' }

/** Version 6, which knows the transactions that held user operations. */
const version6 = { ...version5, signatures: 'hash, key, bundle' }

/** Version 7, from which on a vault may have a passkey. */
const version7 = version6

/** Native number of the newest version. */
const newest = 70

type Written = { statuses: Record<string, number>; tables: Record<string, object[]> }

/** Opens a journal as an old version made it, with rows as that version wrote them. */
const openOld = async (number: number, stores: Record<string, string>, { tables }: Written) => {
  const old = new Dexie('journal')
  old.version(number).stores(stores)
  for (const [name, rows] of Object.entries(tables)) await old.table(name).bulkAdd(rows)
  return old
}

const openVersion1 = () => openOld(1, version1, first)

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

/** Rows of a fixture, as the journal has them. */
const journalRows = <Row>(rows: readonly object[] = []) => rows as Row[]

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

/** Versions whose rows there are, as they wrote them: the fifth was the first with user operations. */
const writers: [number, Record<string, string>, Written][] = [
  [1, version1, first],
  [5, version5, fifth],
]

describe.each(writers)('what version %i has written', (number, stores, written) => {
  const { statuses, tables } = written
  const batches = journalRows<Batch>(tables.batches)
  const events = journalRows<EventRow>(tables.events)

  beforeEach(async () => {
    ;(await openOld(number, stores, written)).close()
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
      const rows = events.filter(({ key }) => key === batch.key)
      expect(await eventsOf(batch.key)).toEqual(rows.map(({ event }) => event))
    },
  )

  test('stands in the activity, newest first, and goes on where it had not ended', async () => {
    const keys = batches.map(({ key }) => key)
    const { views } = await readPage()
    expect(views.map(({ batch }) => batch.key)).toEqual(keys.toReversed())
    const live = batches.filter((batch) => batch.live === 1)
    expect(live.length).toBeGreaterThan(0)
    expect((await liveBatches()).map(({ key }) => key)).toEqual(live.map(({ key }) => key))
  })

  test('is otherwise as it was', async () => {
    const { version } = await contents()
    expect(version).toBe(newest)
    // Version 6 only adds to what is known of sealed operations.
    await journal.signatures.toCollection().modify((row) => delete row.bundle)
    await journal.floors.toCollection().modify((row) => delete row.operations)
    const { rows } = await contents()
    const shown = batches.map((batch) => ({ ...batch, shown: 1 }))
    for (const [name, before] of Object.entries({ ...tables, batches: shown }))
      expect(rows).toContainEqual([name, before])
  })

  test('is not opened by that version any more', async () => {
    journal.close({ disableAutoOpen: false })
    await expect(open(10 * number)).rejects.toThrow('could not be opened')
  })
})

test('each account has its floor, and each signature its batch, of what version 1 has written', async () => {
  ;(await openVersion1()).close()
  await reopen()
  const { batches, events } = first.tables
  const floor = `31337 ${alice} ${batches[0]?.genesis}`
  expect(await journal.floors.toArray()).toEqual([{ key: floor, nonce: 2 }])
  const signed = events.flatMap(({ key, event }) =>
    event.hash && event.type === 'signed' ? [{ key, hash: event.hash, floor }] : [],
  )
  expect(signed.length).toBeGreaterThan(0)
  const byHash = (a: { hash: string }, b: { hash: string }) => a.hash.localeCompare(b.hash)
  expect((await journal.signatures.toArray()).toSorted(byHash)).toEqual(signed.toSorted(byHash))
})

test('what version 5 has written has all that version 6 needs: who held its operations, and how these may end', async () => {
  ;(await openOld(5, version5, fifth)).close()
  await reopen()
  const batches = journalRows<Batch>(fifth.tables.batches)
  const events = journalRows<EventRow>(fifth.tables.events)
  const operations = new Set(
    events.flatMap(({ event }) => (event.type === 'operation' ? [event.hash] : [])),
  )
  const sealed = events.flatMap(({ key, event }) =>
    event.type === 'sealed' && operations.has(event.hash) ? [{ key, event }] : [],
  )
  expect(sealed.length).toBeGreaterThan(0)
  const counted = { key: `31337 ${alice} ${batches[0]?.genesis}`, nonce: 6, operations: 4 }
  expect(sealed).toHaveLength(counted.operations)

  for (const { key, event } of sealed) {
    const bundle = event.receipt.transactionHash
    const held = await journal.signatures.where({ bundle }).toArray()
    expect(held).toEqual([{ hash: event.hash, key, floor: counted.key, bundle }])
  }
  expect(await journal.signatures.where('bundle').above('').count()).toBe(sealed.length)
  expect(await journal.floors.toArray()).toEqual([counted])
  // The next look may see the block of one once more, which counts it no second time.
  const going = sealed.find(({ key }) => batches.find((one) => one.key === key)?.live === 1)
  if (!going) throw new Error('none is looked at')
  await append(going.key, [going.event], 1)
  expect(await journal.floors.toArray()).toEqual([counted])

  const open = await findBatch(dapp, 'sent')
  if (!open) throw new Error('not found')
  const [one] = (await stateOf(open.key)).transactions
  if (!one) throw new Error('nothing was signed')
  expect(isLapsed(await stateOf(open.key))).toBe(false)
  await append(open.key, [{ type: 'lapsed', hash: one.hash, block: 20 }], 1)
  expect(isLapsed(await stateOf(open.key))).toBe(true)
})

test('a vault that version 6 has written opens as before, and may have a passkey from now on', async () => {
  const { phrase, password } = development
  const maker = createKeyring(openSession().session)
  await maker.create({ phrase, count: 1 }, password)
  const vault = (await journal.vault.toArray()) as object[]
  await Dexie.delete('journal')
  ;(await openOld(6, version6, { statuses: {}, tables: { vault } })).close()
  await reopen()

  const keyring = createKeyring(openSession().session)
  expect(await keyring.unlock(password)).toBe('open')
  expect(await journal.vault.toArray()).toEqual(vault)
  const base64 = 'A'.repeat(43) + '='
  const passkey = { id: base64, salt: base64, secret: base64 }
  expect(await keyring.addPasskey(password, passkey)).toBe('done')
  await keyring.lock()
  expect(await keyring.unlockByPasskey(passkey.secret)).toBe('open')
})

test.each([
  [2, version2],
  [3, version3],
  [4, version4],
  [5, version5],
  [6, version6],
  [7, version7],
])(
  'version %i is as it was, so that nobody’s journal is changed without a version of its own',
  async (number, stores) => {
    const first = new Dexie('journal')
    first.version(number).stores(stores)
    await first.open()
    first.close()
    await reopen()
    await reopen()
    expect((await contents()).version).toBe(newest)
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
    const newer = await open(newest + 10, (batches) => {
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
    expect(before.version).toBe(newest + 10)

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
    expect((await contents()).version).toBe(newest + 10)
  })
})
