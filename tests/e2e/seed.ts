import type { Page } from '@playwright/test'
import { alice, stranger } from '../unit/people.ts'

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

/** How a batch may have ended. */
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

/** Puts rows into the journal, each table's by its name. */
export const addRows = (
  journal: Pick<Page, 'evaluate'>,
  rows: Record<string, object[]>,
): Promise<void> =>
  journal.evaluate(
    (added) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('journal')
        opening.onerror = () => reject(new Error('the journal could not be opened'))
        opening.onsuccess = () => {
          const { result: database } = opening
          const names = Object.keys(added)
          const transaction = database.transaction(names, 'readwrite')
          for (const name of names)
            for (const row of added[name] ?? []) transaction.objectStore(name).add(row)
          transaction.onabort = () => reject(new Error('the rows could not be written'))
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
    rows,
  )

/** Batches of a site that are over, an hour between them, as the wallet would have stored them. */
export const seedBatches = (
  journal: Page,
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
