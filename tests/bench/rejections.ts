import type { Wallet } from '../e2e/browser.ts'

/** Three rejections in a minute would give the site a rest. */
export const forgetRejections = ({ worker }: Wallet) =>
  worker.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('journal')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('approvals', 'readwrite')
          transaction.objectStore('approvals').clear()
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )
