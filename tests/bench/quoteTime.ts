import type { Page } from '@playwright/test'
import type { Wallet } from '../e2e/support/chromium.ts'
import { alice } from '../unit/accounts.ts'
import type { SiteCall } from './callKinds.ts'

type Runtime = {
  kept: {
    runtime: {
      connect: (info: { name: string }) => {
        postMessage: (message: object) => void
        onMessage: {
          addListener: (hear: (message: { id?: number; error?: string }) => void) => void
        }
        disconnect: () => void
      }
    }
  }
}

/** Opens a page of the wallet that asks for quotes by itself. */
export const openQuoting = async (wallet: Wallet): Promise<Page> => {
  const page = await wallet.popup('popup.html#settings')
  // Scripts of the package take the extension API out of their page.
  await page.addInitScript(() => {
    Object.assign(globalThis, { kept: (globalThis as unknown as { chrome: object }).chrome })
  })
  await page.reload()
  return page
}

/** Times from when to when a page of the wallet waits for the quote of a request, in ms since 1970. */
export const quoteSpan = (page: Page, params: object) =>
  page.evaluate(
    (asked) =>
      new Promise<{ start: number; end: number }>((resolve, reject) => {
        const { runtime } = (globalThis as unknown as Runtime).kept
        const port = runtime.connect({ name: 'wallet' })
        let start = 0
        port.onMessage.addListener((message) => {
          // The background sends the first message once the Port is open.
          if (!start) {
            start = performance.timeOrigin + performance.now()
            return port.postMessage({ id: 1, verb: 'quote', params: asked })
          }
          if (message.id !== 1) return
          if (message.error) reject(new Error(message.error))
          resolve({ start, end: performance.timeOrigin + performance.now() })
          port.disconnect()
        })
      }),
    params,
  )

/** Measures how long a page of the wallet waits for the quote of a request, in ms. */
export const quoteTime = async (page: Page, params: object): Promise<number> => {
  const { start, end } = await quoteSpan(page, params)
  return end - start
}

/** Returns a request that waits for the user, as the background stores it; no window opens for it. */
export const waiting = (id: string, url: string, calls: SiteCall[], more: object = {}) => ({
  id,
  origin: new URL(url).origin,
  documentId: 'measured',
  method: 'wallet_sendCalls',
  wire: '[]',
  params: [{ from: alice, chainId: 8453, atomicRequired: false, calls, required: [], ...more }],
  state: 'pending',
  createdAt: Date.now(),
})

/** Takes a request out of the journal. */
export const forget = (journal: Page, id: string): Promise<void> =>
  journal.evaluate(
    (key) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('journal')
        opening.onerror = () => reject(new Error('the journal could not be opened'))
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('approvals', 'readwrite')
          transaction.objectStore('approvals').delete(key)
          transaction.onabort = () => reject(new Error('the request could not be forgotten'))
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    id,
  )
