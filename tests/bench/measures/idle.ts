import { setTimeout as delay } from 'node:timers/promises'
import { atMost, pointOf, type Measure, type Row } from '../measure.ts'
import { askInFrames } from '../page.ts'

type Setter = (...of: unknown[]) => unknown
type Counting = { timers: number; setTimeout: Setter; setInterval: Setter }

/** Measures a wallet with nothing in flight: its requests to the node and its timers. */
export const idle: Measure = {
  name: 'idle',
  async run({ wallet, node, pages, url, open }) {
    await pages.wallet.goto('about:blank')
    await delay(2_000)
    node.asked.length = 0
    await wallet.worker.evaluate(() => {
      const global = globalThis as unknown as Counting
      global.timers = 0
      for (const name of ['setTimeout', 'setInterval'] as const) {
        const real = global[name].bind(globalThis)
        global[name] = (...of: Parameters<typeof real>) => {
          global.timers++
          return real(...of)
        }
      }
    })
    await delay(45_000)
    const atRest = node.asked.length
    const timers = await wallet.worker.evaluate(() => (globalThis as unknown as Counting).timers)
    await pages.wallet.goto(url)
    const curve: Row[] = []
    // Below the limit of 64 subscriptions for a site.
    for (const at of [1, 10]) {
      const page = await open('wallet', at)
      await askInFrames(page, { method: 'eth_subscribe', params: ['newHeads'] })
      await delay(1_000)
      node.asked.length = 0
      await delay(5_000)
      const growth = { of: 'node requests in 5 s with subscribed frames', at }
      curve.push(pointOf(growth, 'count', node.asked.length))
      await page.close()
    }
    return [
      ...curve,
      atMost('node requests in 45 s with nothing in flight', 'count', atRest, 0),
      atMost('timers set in that time', 'count', timers, 0),
    ]
  },
}
