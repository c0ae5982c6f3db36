import type { Page } from '@playwright/test'
import type { Wallet } from './chromium.ts'
import { alice, stranger } from '../../unit/accounts.ts'

/** Columns of the journal's tables that tests read. */
export type Tables = {
  approvals: {
    id: string
    method: string
    origin: string
    top?: string
    wire: string
    state: string
    createdAt: number
    settledAt?: number
    goneAt?: number
  }
  batches: { key: string; id: string; live: 0 | 1; locks?: unknown[] }
  events: { key: string; seq: number; at: number; event: { type: string; raw?: `0x${string}` } }
  vault: { key: object; passkey?: object }
  accounts: { address: string; source?: string; devicePath?: string }
  permissions: { origin: string }
  sites: { origin: string }
  networks: { chainId: number; urls?: string[]; custom?: object }
  settings: { key: string; value: unknown }
}

/** A page, or the background, of the wallet. */
type Own = Pick<Page, 'evaluate'>

/**
 * Opens a page that can read the wallet's database and has no script, so that it does not start the
 * background.
 */
export const openJournal = (wallet: Wallet) => wallet.popup('manifest.json')

/** Reads all rows of a table. */
export const readRows = <Name extends keyof Tables>(
  page: Own,
  table: Name,
): Promise<Tables[Name][]> =>
  page.evaluate(
    (name) =>
      new Promise<never[]>((resolve, reject) => {
        const opening = indexedDB.open('journal')
        opening.onerror = () => reject(new Error('the journal could not be opened'))
        opening.onsuccess = () => {
          const { result: database } = opening
          const reading = database.transaction(name).objectStore(name).getAll()
          reading.onerror = () => reject(new Error(`${name} could not be read`))
          reading.onsuccess = () => {
            database.close()
            resolve(reading.result as never[])
          }
        }
      }),
    table,
  )

/** Counts the facts of the cache whose key begins so. */
export const countFacts = (page: Page, prefix: string): Promise<number> =>
  page.evaluate(
    (start) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('cache')
        opening.onerror = () => reject(new Error('the cache could not be opened'))
        opening.onsuccess = () => {
          const { result: database } = opening
          const range = IDBKeyRange.bound(start, `${start}\uffff`)
          const counting = database.transaction('facts').objectStore('facts').count(range)
          counting.onerror = () => reject(new Error('the facts could not be counted'))
          counting.onsuccess = () => {
            database.close()
            resolve(counting.result)
          }
        }
      }),
    prefix,
  )

/** Counts the requests that were shown to the user, and the batches. */
export const countRows = async (page: Page) => ({
  approvals: (await readRows(page, 'approvals')).length,
  batches: (await readRows(page, 'batches')).length,
})

type Changes = { add?: object[]; put?: object[]; remove?: string[] }

/** Changes rows of the journal, by table, in one transaction. */
const changeRows = (own: Own, changes: Record<string, Changes>): Promise<void> =>
  own.evaluate(
    (tables) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('journal')
        opening.onerror = () => reject(new Error('the journal could not be opened'))
        opening.onsuccess = () => {
          const { result: database } = opening
          const names = Object.keys(tables)
          const transaction = database.transaction(names, 'readwrite')
          for (const name of names) {
            const store = transaction.objectStore(name)
            const { add = [], put = [], remove = [] } = tables[name] ?? {}
            for (const row of add) store.add(row)
            for (const row of put) store.put(row)
            for (const key of remove) store.delete(key)
          }
          transaction.onabort = () =>
            reject(new Error(`${names.join()} could not be written: ${transaction.error}`))
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
    changes,
  )

/** Adds rows to the journal, by table. */
export const addRows = (journal: Own, rows: Record<string, object[]>): Promise<void> =>
  changeRows(
    journal,
    Object.fromEntries(Object.entries(rows).map(([name, add]) => [name, { add }])),
  )

/** Moves the time at which a request's page left `ms` into the past. */
export const backdate = async (page: Page, id: string, ms: number): Promise<void> => {
  const row = (await readRows(page, 'approvals')).find((one) => one.id === id)
  if (row?.goneAt === undefined) throw new Error('the page of the request has not left')
  await changeRows(page, { approvals: { put: [{ ...row, goneAt: row.goneAt - ms }] } })
}

/** Moves all that the journal tells of its newest batch `ms` into the past; the background has no clock to turn. */
export const ageNewest = async (page: Page, ms: number): Promise<void> => {
  const rows = await readRows(page, 'events')
  const newest = rows.reduce((last, row) => (row.at > last.at ? row : last))
  const aged = rows.filter(({ key }) => key === newest.key)
  await changeRows(page, { events: { put: aged.map((row) => ({ ...row, at: row.at - ms })) } })
}

/** Clears stored rejections: three in a minute would rate-limit the site. */
export const forgetRejections = async (own: Own): Promise<void> => {
  const rows = await readRows(own, 'approvals')
  const remove = rows.flatMap(({ id, state }) => (state === 'rejected' ? [id] : []))
  await changeRows(own, { approvals: { remove } })
}

/** Reads all transactions that the wallet has signed, oldest first. */
export const readSigned = async (wallet: Wallet): Promise<`0x${string}`[]> => {
  const journal = await openJournal(wallet)
  const rows = await readRows(journal, 'events')
  await journal.close()
  return rows.flatMap(({ event }) => event.raw ?? [])
}

const zeros = `0x${'0'.repeat(64)}`

const receipt = (status: '0x1' | '0x0') => ({
  transactionHash: zeros,
  blockHash: zeros,
  blockNumber: '0x1',
  gasUsed: '0x5208',
  status,
  logs: [],
})

const signed = { type: 'signed', index: 0, kind: 'call', nonce: 0, hash: zeros, raw: '0x02' }

/** Events of batches with different endings. */
const endings = [
  [
    { ...signed, upgrade: false },
    { type: 'sealed', hash: zeros, receipt: receipt('0x1'), ran: true },
  ],
  [
    { ...signed, upgrade: false },
    { type: 'sealed', hash: zeros, receipt: receipt('0x0'), ran: true },
  ],
  [{ type: 'stopped', reason: 'user' }],
]

/** Adds finished batches of a site, an hour apart, as the wallet would have stored them. */
export const seedBatches = (
  journal: Own,
  origin: string,
  count: number,
  from = 0,
): Promise<void> => {
  const now = Date.now()
  const batches = Array.from({ length: count }, (_, at) => from + at).map((index) => ({
    key: `seed${index}`,
    origin,
    id: `seed ${index}`,
    method: 'wallet_sendCalls',
    from: alice,
    chainId: 31337,
    genesis: null,
    mode: 'one',
    delegate: null,
    upgrade: false,
    calls: [{ to: stranger, value: '0x1', data: '0x' }],
    gas: ['0x5208'],
    fees: { gasPrice: '0x1' },
    hash: zeros,
    createdAt: now - (from + count - index) * 3_600_000,
    live: 0,
    shown: 1,
  }))
  const events = batches.flatMap(({ key, createdAt }, index) =>
    [{ type: 'approved' }, ...(endings[index % 3] ?? []), { type: 'final' }].map((event, seq) => ({
      key,
      seq,
      at: createdAt,
      event,
    })),
  )
  return addRows(journal, { batches, events })
}
