import { setTimeout as delay } from 'node:timers/promises'
import { atMost, type Measure } from '../measure.ts'

type Setter = (...of: unknown[]) => unknown
type Counting = { timers: number; setTimeout: Setter; setInterval: Setter }

/** A wallet with nothing in flight: what it asks and what it waits for. */
export const idle: Measure = {
  name: 'idle',
  async run({ wallet, node, pages, url }) {
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
    const timers = await wallet.worker.evaluate(() => (globalThis as unknown as Counting).timers)
    await pages.wallet.goto(url)
    return [
      atMost('node requests in 45 s with nothing in flight', 'count', node.asked.length, 0),
      atMost('timers set in that time', 'count', timers, 0),
    ]
  },
}
