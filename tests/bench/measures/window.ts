import type { BrowserContext, Page } from '@playwright/test'
import { approvalWindow, reject, closed } from '../../e2e/support/walletPages.ts'
import { permit, transfers } from '../asked.ts'
import { nameOf, ratio, type Measure, type Row } from '../measure.ts'
import { forgetRejections, openJournal } from '../../e2e/support/journal.ts'
import type { Scene } from '../scene.ts'

type Timed = Window & { askedAt?: number; done?: Promise<unknown> | undefined }

/** Sends a request from a page and returns its time by the browser's clock, in ms since 1970. */
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

/** Returns when a page had painted the selected element, in ms since 1970: the frame after it appeared. */
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

const emptyWindow = async ({ floor, pages }: Scene): Promise<number> => {
  const opening = floorWindow(floor.context)
  const asked = await ask(pages.floor, 'floor', { method: 'window' })
  const empty = await opening
  await empty.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  )
  const taken = (await paintedAt(empty, '')) - asked
  await empty.close()
  return taken
}

const askedWindow = async ({ wallet, pages }: Scene, question: object): Promise<number> => {
  const asked = await ask(pages.wallet, 'ethereum', question)
  const window = await approvalWindow(wallet.context)
  const taken = (await paintedAt(window, 'footer button')) - asked
  await reject(window)
  await closed(window)
  await pages.wallet.evaluate(() => (globalThis as unknown as Timed).done)
  const journal = await openJournal(wallet)
  await forgetRejections(journal)
  await journal.close()
  return taken
}

/** Measures from a site's request to the painted approval, against an empty window. */
export const approvalWindowPaint: Measure = {
  name: 'approval window',
  async run(scene) {
    const rows: Row[] = []
    for (const [at, rounds] of [
      [1, 12],
      [10, 6],
      [100, 6],
      [1000, 5],
    ] as const) {
      const below: number[] = []
      const above: number[] = []
      for (let round = 0; round < rounds; round++) {
        below.push(await emptyWindow(scene))
        above.push(await askedWindow(scene, transfers(at)))
      }
      const growth = { of: 'approval window painted by calls', at }
      const most = at === 1 ? 2 : undefined
      const name = at === 1 ? 'approval window: request to its content painted' : nameOf(growth)
      rows.push(ratio(name, { floor: below.slice(2), wallet: above.slice(2), most, growth }))
    }
    const below: number[] = []
    const above: number[] = []
    for (let round = 0; round < 12; round++) {
      below.push(await emptyWindow(scene))
      above.push(await askedWindow(scene, permit()))
    }
    const name = 'approval window: request for a signature to its content painted'
    rows.push(ratio(name, { floor: below.slice(2), wallet: above.slice(2), most: 2 }))
    return rows
  },
}
