import type { BrowserContext, Page } from '@playwright/test'
import { approvalWindow, reject } from '../../e2e/wallet.ts'
import { closed } from '../../e2e/approvals.ts'
import { alice, stranger } from '../../unit/people.ts'
import { ratio, type Measure } from '../measure.ts'

type Timed = Window & { askedAt?: number; done?: Promise<unknown> | undefined }

/** The time of a page's request, in ms since 1970, by the browser's own clock. */
const ask = (page: Page, name: string, question: object) =>
  page.evaluate(
    ([global, asked]) => {
      const provider = (
        window as unknown as Record<string, { request: (q: object) => Promise<unknown> }>
      )[global]
      const at = performance.timeOrigin + performance.now()
      ;(window as Timed).done = provider?.request(asked).catch(() => undefined)
      return at
    },
    [name, question] as const,
  )

/** When a page had painted what a selector names, in ms since 1970: the frame after it was there. */
const paintedAt = (page: Page, selector: string) =>
  page.evaluate(
    (what) =>
      new Promise<number>((resolve) => {
        const now = () => performance.timeOrigin + performance.now()
        const seen = performance.getEntriesByName('first-contentful-paint')[0]
        if (!what) return resolve(performance.timeOrigin + (seen?.startTime ?? performance.now()))
        const look = () => {
          if (!document.querySelector(what)) return requestAnimationFrame(look)
          requestAnimationFrame(() => setTimeout(() => resolve(now())))
        }
        look()
      }),
    selector,
  )

const floorWindow = async (context: BrowserContext): Promise<Page> =>
  context.pages().find((page) => page.url().endsWith('window.html')) ??
  (await context.waitForEvent('page', (page) => page.url().endsWith('window.html')))

/** From a site's request to the painted approval, beside an empty window. */
export const approvalWindowPaint: Measure = {
  name: 'approval window',
  async run({ wallet, floor, pages }) {
    const below: number[] = []
    const above: number[] = []
    const calls = [{ to: stranger, value: '0x1' }]
    const params = [
      { version: '2.0.0', from: alice, chainId: '0x2105', atomicRequired: false, calls },
    ]
    for (let round = 0; round < 12; round++) {
      const opening = floorWindow(floor.context)
      const first = await ask(pages.floor, 'floor', { method: 'window' })
      const empty = await opening
      await empty.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint').length > 0,
      )
      below.push((await paintedAt(empty, '')) - first)
      await empty.close()

      const second = await ask(pages.wallet, 'ethereum', { method: 'wallet_sendCalls', params })
      const window = await approvalWindow(wallet.context)
      above.push((await paintedAt(window, 'footer button')) - second)
      await reject(window)
      await closed(window)
      await pages.wallet.evaluate(() => (globalThis as unknown as Timed).done)
      // Three rejections in a minute would give the site a rest.
      await wallet.worker.evaluate(
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
    }
    const name = 'approval window: request to its content painted'
    return [ratio(name, { floor: below.slice(2), wallet: above.slice(2), most: 2 })]
  },
}
