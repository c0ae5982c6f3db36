import type { CDPSession } from '@playwright/test'
import { atMost, pointOf, type Measure, type Row } from '../measure.ts'
import { askInFrames } from '../jobPage.ts'
import type { Scene } from '../scene.ts'

/** Reads the worker's heap size after a garbage collection, in bytes. */
const heapOf = async ({ wallet }: Scene): Promise<number> => {
  const browser = wallet.context.browser()
  if (!browser) throw new Error('The browser is gone.')
  const session: CDPSession = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets')
  const target = targetInfos.find(
    ({ type, url }) => type === 'service_worker' && url.includes(wallet.id),
  )
  if (!target) throw new Error('The background does not run.')
  const { sessionId } = await session.send('Target.attachToTarget', {
    targetId: target.targetId,
    flatten: false,
  })
  let last = 0
  const send = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      const id = ++last
      const listener = ({ message }: { message: string }) => {
        const answer = JSON.parse(message) as { id: number; result: Record<string, number> }
        if (answer.id !== id) return
        session.off('Target.receivedMessageFromTarget', listener)
        resolve(answer.result)
      }
      session.on('Target.receivedMessageFromTarget', listener)
      void session.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id, method, params: {} }),
      })
    })
  await send('HeapProfiler.enable')
  await send('HeapProfiler.collectGarbage')
  const { usedSize = Number.NaN } = await send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

const megabytes = 1024 * 1024

/** Measures the worker's heap after its start, and with many pages connected. */
export const memory: Measure = {
  name: 'memory',
  async run(scene, note) {
    const { open } = scene
    const start = await heapOf(scene)
    const pages = []
    for (let tab = 0; tab < 50; tab++) {
      const page = await open('wallet')
      await page.evaluate(() =>
        (
          window as unknown as { ethereum: { request: (q: object) => Promise<unknown> } }
        ).ethereum.request({
          method: 'eth_accounts',
        }),
      )
      pages.push(page)
    }
    const many = await heapOf(scene)
    for (const page of pages) await page.close()
    const curve: Row[] = []
    for (const [at, tabs] of [
      [1, 1],
      [10, 1],
      [100, 1],
      // One page with a thousand frames takes 20 s to load.
      [1000, 10],
    ] as const) {
      note(`${at} frames`)
      const framed = []
      for (let tab = 0; tab < tabs; tab++) {
        const page = await open('wallet', at / tabs)
        await askInFrames(page, { method: 'eth_accounts' })
        framed.push(page)
      }
      const growth = { of: 'worker heap with connected frames', at }
      curve.push(pointOf(growth, 'bytes', await heapOf(scene)))
      for (const page of framed) await page.close()
    }
    return [
      ...curve,
      atMost('worker heap after start', 'bytes', start, 8 * megabytes),
      atMost('worker heap with 50 connected tabs', 'bytes', many, 15 * megabytes),
    ]
  },
}
