import type { Page } from '@playwright/test'
import { approvalWindow, reject, closed } from '../../e2e/support/walletPages.ts'
import { openJournal, readRows, forgetRejections } from '../../e2e/support/journal.ts'
import { transfers } from '../asked.ts'
import { ratio, type Measure, type Row } from '../measure.ts'
import type { Asked } from '../node.ts'
import { times } from '../page.ts'

/**
 * Groups requests into waves: a request joins the wave of those before it if none of them was answered yet.
 */
const wavesOf = (questions: readonly Asked[]): Asked[][] => {
  const waves: Asked[][] = []
  for (const question of questions) {
    const last = waves.at(-1)
    const isBeside = last?.every(({ until = Infinity }) => question.at < until) ?? false
    if (last && isBeside) last.push(question)
    else waves.push([question])
  }
  return waves
}

type Runtime = {
  kept: {
    runtime: {
      connect: (info: { name: string }) => {
        postMessage: (message: object) => void
        onMessage: { addListener: (hear: (message: { id?: number }) => void) => void }
        disconnect: () => void
      }
    }
  }
}

/** Measures how long a page of the wallet waits for the quote of a request, in ms. */
const quoteTime = (page: Page, id: string) =>
  page.evaluate(
    (key) =>
      new Promise<number>((resolve) => {
        const { runtime } = (globalThis as unknown as Runtime).kept
        const port = runtime.connect({ name: 'wallet' })
        let start = 0
        port.onMessage.addListener((message) => {
          // The background sends the first message once the Port is open.
          if (!start) {
            start = performance.now()
            return port.postMessage({ id: 1, verb: 'quote', params: { id: key } })
          }
          if (message.id !== 1) return
          resolve(performance.now() - start)
          port.disconnect()
        })
      }),
    id,
  )

/**
 * Measures from a page's request for a quote to the verdict, against the same requests to the node in the
 * same order.
 */
export const simulation: Measure = {
  name: 'simulation',
  async run({ wallet, pages, node }) {
    const rows: Row[] = []
    const journal = await openJournal(wallet)
    const page = await wallet.popup('popup.html#settings')
    // Scripts of the package take the extension API out of their page.
    await page.addInitScript(() => {
      Object.assign(globalThis, { kept: (globalThis as unknown as { chrome: object }).chrome })
    })
    await page.reload()
    node.isConstant.value = false
    for (const count of [1, 10, 100, 1000]) {
      const answer = times(pages.wallet, 'ethereum', transfers(count), 1).catch(() => [])
      const window = await approvalWindow(wallet.context)
      await window.locator('footer button').first().waitFor()
      const waiting = await readRows(journal, 'approvals')
      const { id = '' } = waiting.find(({ state }) => state === 'pending') ?? {}
      const floor: number[] = []
      const above: number[] = []
      for (let round = 0; round < 15; round++) {
        node.asked.length = 0
        const taken = await quoteTime(page, id)
        const waves = wavesOf(node.asked).map((wave) =>
          wave.map(({ body }) => JSON.parse(body) as { method: string; params: unknown }),
        )
        const asked = { method: 'waves', params: [node.url, waves] }
        const [below = 0] = await times(pages.floor, 'floor', asked, 1)
        // The first rounds cache facts about the chain and compile code.
        if (round < 4) continue
        above.push(taken)
        floor.push(below)
      }
      await reject(window)
      await Promise.all([closed(window), answer])
      await forgetRejections(journal)
      const name = `simulation verdict, ${count.toLocaleString('en')} ${count === 1 ? 'call' : 'calls'}`
      const growth = { of: 'simulation verdict by calls', at: count }
      const most = count > 100 ? undefined : 1.25
      rows.push(ratio(name, { floor, wallet: above, growth, most }))
    }
    node.isConstant.value = true
    await Promise.all([journal.close(), page.close()])
    return rows
  },
}
