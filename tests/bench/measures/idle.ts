import { setTimeout as delay } from 'node:timers/promises'
import { atMost, pointOf, type Measure, type Row } from '../measure.ts'
import { askInFrames } from '../jobPage.ts'
import type { Scene } from '../scene.ts'
import { timersOf, withNotes } from '../steps/noted.ts'

/** Counts what a wallet with nothing in flight asks the node in 45 s, and its timers: those that run count, too. */
const atRest = (scene: Scene): Promise<Row[]> =>
  withNotes(scene, async (wallet, site) => {
    const { url, node, pages } = scene
    await Promise.all([site, pages.wallet].map((page) => page.goto('about:blank')))
    await delay(2_000)
    node.asked.length = 0
    const before = await timersOf(wallet)
    await delay(45_000)
    const after = await timersOf(wallet)
    const asked = node.asked.length
    await pages.wallet.goto(url)
    return [
      atMost('node requests in 45 s with nothing in flight', 'count', asked, 0),
      atMost(
        'timers set in that time, and those that ran already',
        'count',
        after.set - before.set + before.running,
        0,
      ),
    ]
  })

/**
 * Tells if the browser stops the background of an unlocked wallet with a deadline and a connected site, a minute after
 * its last answer. No debugger is attached: one would keep the background alive.
 */
const stopped = async ({ unattached, give }: Scene): Promise<Row> => {
  const browsers = await unattached()
  for (const name of ['floor', 'wallet'] as const) {
    // Whatever had a debugger is gone with this.
    await browsers[name].stop()
    const { answered } = await give(name, [{ method: name === 'floor' ? 'echo' : 'eth_accounts' }])
    if (answered !== 1) throw new Error('A background gave no answer.')
  }
  await delay(60_000)
  const [below, left] = await Promise.all(
    [browsers.floor, browsers.wallet].map(async (one) => ((await one.isRunning()) ? 1 : 0)),
  )
  if (below !== 0) throw new Error('The browser did not stop the bare background either.')
  return atMost(
    'backgrounds running a minute after their last answer, with a vault, a connected site and a deadline',
    'count',
    left ?? 1,
    0,
  )
}

/** Counts requests to the node of frames that subscribe to blocks. */
const subscribed = async ({ open, node }: Scene): Promise<Row[]> => {
  const curve: Row[] = []
  // A site has at most 64 subscriptions.
  for (const at of [1, 10, 64]) {
    const page = await open('wallet', at)
    await askInFrames(page, { method: 'eth_subscribe', params: ['newHeads'] })
    await delay(1_000)
    node.asked.length = 0
    await delay(5_000)
    const growth = { of: 'node requests in 5 s with subscribed frames', at }
    curve.push(pointOf(growth, 'count', node.asked.length))
    await page.close()
  }
  return curve
}

/** Measures a wallet with nothing in flight: its requests to the node, its timers, and if it is stopped. */
export const idle: Measure = {
  name: 'idle',
  async run(scene) {
    // Both only wait.
    const [rest, isStopped] = await Promise.all([atRest(scene), stopped(scene)])
    return [...(await subscribed(scene)), ...rest, isStopped]
  },
}
