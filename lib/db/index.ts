import Dexie, { type Table } from 'dexie'
import type { Address } from 'viem'
import { powers } from '../realm/powers'
import { seedBundles, seedFloors } from './floors'
import type { VaultRow } from './vaultRow'
import type {
  Account,
  Approval,
  Batch,
  Contact,
  DeviceSigning,
  EventRow,
  Fact,
  Filter,
  Floor,
  NetworkChoice,
  KnownParty,
  Permission,
  Setting,
  SignatureRow,
  Site,
  Tombstone,
  WatchedAsset,
} from './rows'

export type * from './rows'
export type { Table, VaultRow }

type Journal = Dexie & {
  approvals: Table<Approval, string>
  permissions: Table<Permission, string>
  accounts: Table<Account, Address>
  batches: Table<Batch, string>
  events: Table<EventRow, [string, number]>
  vault: Table<VaultRow, string>
  tombstones: Table<Tombstone, [string, Address, string]>
  networks: Table<NetworkChoice, number>
  assets: Table<WatchedAsset, string>
  contacts: Table<Contact, Address>
  parties: Table<KnownParty, Address>
  sites: Table<Site, string>
  settings: Table<Setting, string>
  floors: Table<Floor, string>
  signatures: Table<SignatureRow, string>
  signings: Table<DeviceSigning, string>
}

// Dexie looks at this to know that there are databases at all, and opens those that it is given below: it came
// after the global name had gone.
Dexie.dependencies.indexedDB = Object(Dexie.dependencies.indexedDB) as IDBFactory

/** Newest schema version of the journal; IndexedDB stores it times ten, as Dexie multiplies versions. */
const version = 7

/**
 * Opens the journal at a fixed version, so that one written by a newer wallet fails. Dexie alone would
 * retry without a version and downgrade its schema.
 */
const neverNewer: Pick<IDBFactory, 'open' | 'deleteDatabase' | 'databases'> = {
  open: (name, native = 10 * version) => powers.indexedDB.open(name, native),
  deleteDatabase: (name) => powers.indexedDB.deleteDatabase(name),
  databases: () => powers.indexedDB.databases(),
}

/** True if opening failed because a newer version of the wallet has written the journal. */
export const isNewer = (error: unknown): boolean =>
  error instanceof Dexie.DexieError &&
  (error.name === 'VersionError' || isNewer((error as { inner?: unknown }).inner))

/** Rows that must survive a crash: a write is on disk when it resolves (strict durability). */
export const journal = new Dexie('journal', {
  chromeTransactionDurability: 'strict',
  indexedDB: neverNewer,
  cache: 'disabled',
}) as Journal
journal.version(1).stores({
  approvals: 'id, state, documentId, reserves',
  permissions: 'origin',
  accounts: 'address, index',
  batches: 'key, &[origin+from+id], [origin+id], live, createdAt',
  events: '[key+seq]',
  vault: 'id',
})
journal
  .version(2)
  .stores({
    batches: 'key, &[origin+from+id], [origin+id], live, createdAt, [shown+createdAt], clearedAt',
    tombstones: '[origin+from+id]',
    networks: 'chainId',
  })
  .upgrade((transaction) => transaction.table('batches').toCollection().modify({ shown: 1 }))
journal.version(3).stores({
  assets: 'key, chainId',
  contacts: 'address',
  parties: 'address',
  sites: 'origin',
  settings: 'key',
})
journal.version(4).stores({ floors: 'key', signatures: 'hash, key' }).upgrade(seedFloors)
// Events of operations are new, too: an older version cannot read them, and must not open them.
journal.version(5).stores({ signings: 'id, key' })
// New are the events `lapsed`, `spent` and `burnt`, and charges in the terms of a sponsor, which the batch's hash covers.
// Rows of version 5 stay as they are: the next look at the chain finds what those events tell.
// Somebody else's transactions that held operations are found by an index.
journal.version(6).stores({ signatures: 'hash, key, bundle' }).upgrade(seedBundles)
// A vault may have a passkey, which an older version would take for damage: it must not open the journal.
journal.version(version).stores({})

/** Rows that can be fetched from the chain again (relaxed durability). */
export const cache = new Dexie('cache', {
  chromeTransactionDurability: 'relaxed',
  indexedDB: powers.indexedDB,
  cache: 'disabled',
}) as Dexie & {
  facts: Table<Fact, string>
  filters: Table<Filter, string>
}
cache.version(1).stores({ facts: 'key' })
cache.version(2).stores({ filters: 'id, origin, usedAt' })
