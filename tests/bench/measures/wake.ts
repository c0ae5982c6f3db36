import { workerOf } from '../../e2e/support/chromium.ts'
import { nameOf, notedRun, ratio, type Measure, type Row, type Step } from '../measure.ts'
import { setUp, type Scene } from '../scene.ts'
import { copyWithNotes, stepsIn } from '../steps/noted.ts'
import { stepsOf, type Noted, type Run } from '../steps/steps.ts'
import { openUnattached } from '../unattached.ts'

const asked = (method: string, count: number) => Array.from({ length: count }, () => ({ method }))

type Series = { floor: number[]; wallet: number[] }

/** Stops both backgrounds, one after the other, and takes the time of their next answers. */
const wakeTimes = async (
  { give, unattached }: Scene,
  { count, rounds, hasProcess }: { count: number; rounds: number; hasProcess: boolean },
): Promise<Series> => {
  const browsers = await unattached()
  const seen: Series = { floor: [], wallet: [] }
  for (let round = 0; round < rounds; round++)
    for (const name of ['floor', 'wallet'] as const) {
      await browsers[name].stop(hasProcess)
      const method = name === 'floor' ? 'echo' : 'eth_chainId'
      const { time, answered } = await give(name, asked(method, count))
      if (answered !== count) throw new Error(`A stopped background left requests unanswered.`)
      // The first rounds compile code.
      if (round >= 2) seen[name].push(time)
    }
  return seen
}

/**
 * Looks at the way from a request to its answer after a stop, in a wallet that notes its steps. A debugger is attached
 * only to read them, once the answer is there.
 */
const stepsToAnswer = async ({ extension, url, give, onEnd }: Scene): Promise<Step[]> => {
  const noting = await copyWithNotes(extension)
  onEnd(noting.end)
  const browser = await openUnattached(noting.folder, `${url}?works=noted`)
  onEnd(browser.end)
  try {
    await setUp(browser, url)
    await browser.open(`chrome-extension://${browser.id}/manifest.json`)
    const runs: Run[] = []
    for (let round = 0; round < 9; round++) {
      await browser.stop(true)
      const { start, time, answered } = await give('noted', asked('eth_chainId', 1))
      if (answered !== 1) throw new Error('A stopped background left a request unanswered.')
      let noted: Noted[] = []
      await browser.attached(async (context) => {
        noted = await stepsIn(await workerOf({ context, id: browser.id }))
      })
      // The first rounds compile code.
      if (round >= 2) runs.push({ start, end: start + time, noted })
    }
    return stepsOf(runs, { before: 'the browser has the request', after: 'computing' })
  } finally {
    await browser.end()
    await noting.end()
  }
}

/**
 * Measures the first answers after the browser has stopped the background, attached to nothing: while the extension's
 * process lives, as with one of its pages open, and after it has ended.
 */
export const wake: Measure = {
  name: 'waking',
  async run(scene, note) {
    const browsers = await scene.unattached()
    const rows: Row[] = []
    note('process gone')
    const gone = await wakeTimes(scene, { count: 1, rounds: 10, hasProcess: false })
    rows.push(ratio('first answer after a stop, process gone', gone))
    // A page without a script keeps the process and does not wake the background.
    const open = await Promise.all(
      [browsers.floor, browsers.wallet].map(async (browser) => {
        const page = await browser.open(`chrome-extension://${browser.id}/manifest.json`)
        return () => browser.close(page)
      }),
    )
    for (const [at, rounds] of [
      [1, 14],
      [10, 6],
      [100, 6],
      [1000, 6],
    ] as const) {
      note(`process alive, ${at}`)
      const seen = await wakeTimes(scene, { count: at, rounds, hasProcess: true })
      const growth = { of: 'answers at once after a stop, process alive', at }
      const name = at === 1 ? 'first answer after a stop, process alive' : nameOf(growth)
      const row = ratio(name, { ...seen, growth, most: at === 1 ? 2 : undefined })
      rows.push(
        at === 1 ? { ...row, way: { of: notedRun, steps: await stepsToAnswer(scene) } } : row,
      )
    }
    for (const close of open) await close()
    return rows
  },
}
