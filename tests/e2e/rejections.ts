import type { Page } from '@playwright/test'

/** Three rejections in a minute would give the site a rest; asked of a page or the background of the wallet. */
export const forgetRejections = (own: Pick<Page, 'evaluate'>) =>
  own.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('journal')
        opening.onerror = () => reject(new Error('the journal could not be opened'))
        opening.onsuccess = () => {
          const { result: database } = opening
          const transaction = database.transaction('approvals', 'readwrite')
          const approvals = transaction.objectStore('approvals')
          const reading = approvals.getAll()
          reading.onsuccess = () => {
            const rows = reading.result as { id: string; state: string }[]
            for (const { id, state } of rows) if (state === 'rejected') approvals.delete(id)
          }
          transaction.onabort = () => reject(new Error('the rejections could not be forgotten'))
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
  )
