import type { Page } from '@playwright/test'
import { openJournal, seedBatches } from '../../e2e/support/journal.ts'
import type { Wallet } from '../../e2e/support/chromium.ts'
import { ratio, type Measure, type Row } from '../measure.ts'
import { times } from '../jobPage.ts'

const counts = [1, 10, 100, 1000, 10_000, 100_000]

type Reading = { from: number; until: number }

type Reads = { reads: Reading[] }

/** Opens the wallet's page, which notes when it reads the database. */
const notingPage = async (wallet: Wallet): Promise<Page> => {
  const page = await wallet.popup('popup.html#receive')
  await page.addInitScript(() => {
    const reads: Reading[] = []
    Object.assign(globalThis, { reads })
    const { prototype } = IDBDatabase
    // Kept as a value: it is called with the database as `this`.
    const real = Reflect.get(prototype, 'transaction') as (...given: unknown[]) => IDBTransaction
    const transaction = function (this: IDBDatabase, ...given: unknown[]) {
      const read = { from: performance.now(), until: Infinity }
      reads.push(read)
      const made = Reflect.apply(real, this, given)
      made.addEventListener('complete', () => (read.until = performance.now()))
      return made
    }
    Object.assign(prototype, { transaction })
  })
  await page.reload()
  return page
}

/** Goes to the activity, and returns how long its query takes in ms: from its first read to the last before its rows. */
const queryTime = (page: Page) =>
  page.evaluate(async () => {
    const { reads } = globalThis as unknown as Reads
    const shown = (hash: string, isThere: boolean) =>
      new Promise<void>((resolve) => {
        location.hash = hash
        const look = () => {
          const row = document.querySelector('main ul li > a[href^="#"]')
          if ((row !== null) === isThere) resolve()
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
    reads.length = 0
    await shown('activity', true)
    const now = performance.now()
    const done = reads.filter(({ until }) => until <= now)
    const start = Math.min(...reads.map(({ from }) => from))
    const taken = Math.max(...done.map(({ until }) => until)) - start
    await shown('receive', false)
    return taken
  })

/** Number of batches that are seeded one by one; the others are copies of them, made where they are stored. */
const seeds = 10

/** Adds copies of the seeds, older than they are: numbers `from` up to `until`. */
const copySeeds = (journal: Page, from: number, until: number): Promise<void> =>
  journal.evaluate(
    ([first, end, count]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('journal')
        opening.onerror = () => reject(new Error('the journal could not be opened'))
        opening.onsuccess = () => {
          const { result: database } = opening
          const transaction = database.transaction(['batches', 'events'], 'readwrite')
          const batches = transaction.objectStore('batches')
          const events = transaction.objectStore('events')
          transaction.onabort = () => reject(new Error('the copies could not be written'))
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
          const copy = (seed: number) => {
            const key = `seed${seed}`
            const reading = batches.get(key)
            const told = events.getAll(IDBKeyRange.bound([key, 0], [key, Infinity]))
            told.onsuccess = () => {
              const batch = reading.result as { createdAt: number }
              for (let at = first + seed; at < end; at += count) {
                const createdAt = batch.createdAt - at * 60_000
                const named = { key: `seed${at}`, id: `seed ${at}`, createdAt }
                batches.add(Object.assign({}, batch, named))
                for (const event of told.result as object[])
                  events.add(Object.assign({}, event, { key: named.key, at: createdAt }))
              }
            }
          }
          for (let seed = 0; seed < count; seed++) copy(seed)
        }
      }),
    [from, until, seeds] as const,
  )

/** Measures a status and the query of the first page of the activity by the number of stored batches. */
export const stored: Measure = {
  name: 'stored batches',
  async run({ wallet, pages, url }, note) {
    const origin = new URL(url).origin
    const journal = await openJournal(wallet)
    const page = await notingPage(wallet)
    const found: { status: number[]; activity: number[] }[] = []
    let from = 0
    for (const count of counts) {
      note(`${count}`)
      if (count <= seeds) await seedBatches(journal, origin, count - from, from)
      // In parts, to keep each transaction small.
      else
        for (let at = from; at < count; at += 10_000)
          await copySeeds(journal, at, Math.min(count, at + 10_000))
      from = count
      const status = await times(
        pages.wallet,
        'ethereum',
        { method: 'wallet_getCallsStatus', params: ['seed 0'] },
        200,
      )
      const activity: number[] = []
      for (let round = 0; round < 13; round++) activity.push(await queryTime(page))
      found.push({ status: status.slice(20), activity: activity.slice(2) })
    }
    await Promise.all([journal.close(), page.close()])
    const least = found[counts.indexOf(100)]
    return counts.flatMap((count, index): Row[] => {
      const now = found[index]
      if (!least || !now) return []
      const most = count === 100_000 ? { most: 1.5 } : {}
      const name = `with ${count.toLocaleString('en')} stored batches, over 100`
      return [
        ratio(`status ${name}`, {
          floor: least.status,
          wallet: now.status,
          ...most,
          growth: { of: 'status by stored batches', at: count },
        }),
        ratio(`query of the activity ${name}`, {
          floor: least.activity,
          wallet: now.activity,
          ...most,
          growth: { of: 'query of the first activity page by stored batches', at: count },
        }),
      ]
    })
  },
}
