import type { Page } from '@playwright/test'
import type { Wallet } from './browser.ts'

/** The parts of the journal's rows that tests look at. */
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
  batches: { key: string; id: string; live: 0 | 1 }
  events: { key: string; seq: number; at: number; event: { type: string; raw?: `0x${string}` } }
  permissions: { origin: string }
  sites: { origin: string }
  networks: { chainId: number; urls?: string[]; custom?: object }
}

/** A page that can read the wallet's database and has no script, so that it wakes nobody. */
export const openJournal = (wallet: Wallet) => wallet.popup('manifest.json')

/** All rows of a table as they are on disk. */
export const readRows = <Name extends keyof Tables>(
  page: Page,
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

/** How many requests were ever put to the user, and how many batches came of them. */
export const countRows = async (page: Page) => ({
  approvals: (await readRows(page, 'approvals')).length,
  batches: (await readRows(page, 'batches')).length,
})

/** Puts the moment at which a request's page left so far back, as if that time had gone by. */
export const backdate = (page: Page, id: string, ms: number): Promise<void> =>
  page.evaluate(
    ([key, by]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('journal')
        opening.onerror = () => reject(new Error('the journal could not be opened'))
        opening.onsuccess = () => {
          const { result: database } = opening
          const transaction = database.transaction('approvals', 'readwrite')
          const approvals = transaction.objectStore('approvals')
          const reading = approvals.get(key)
          reading.onsuccess = () => {
            const row = reading.result as { goneAt: number }
            approvals.put({ ...row, goneAt: row.goneAt - by })
          }
          transaction.onabort = () => reject(new Error('the approval could not be written'))
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
    [id, ms] as const,
  )

/** What the wallet has signed, oldest first. */
export const readSigned = async (wallet: Wallet): Promise<`0x${string}`[]> => {
  const journal = await openJournal(wallet)
  const rows = await readRows(journal, 'events')
  await journal.close()
  return rows.flatMap(({ event }) => event.raw ?? [])
}
