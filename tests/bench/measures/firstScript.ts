import { firstScripts } from '../jobPage.ts'
import { nameOf, ratio, type Measure, type Row } from '../measure.ts'
import type { Scene } from '../scene.ts'
import { median } from '../stats.ts'

/** How many turns each browser has, the first of which only warms up caches, and how many loads there are in one. */
const [turns, loads] = [13, 16]

/** Measures the load time of pages with many frames. */
const framed = async (open: Scene['open']): Promise<Row[]> => {
  const rows: Row[] = []
  for (const [at, rounds] of [
    [1, 10],
    [10, 6],
    [100, 3],
  ] as const) {
    const seen = { floor: [] as number[], wallet: [] as number[] }
    for (let round = 0; round < rounds; round++)
      for (const name of ['floor', 'wallet'] as const) {
        const page = await open(name, at)
        seen[name].push(await page.evaluate(() => performance.now()))
        await page.close()
      }
    const growth = { of: 'load of a page with frames', at }
    rows.push(ratio(nameOf(growth), { ...seen, growth }))
  }
  return rows
}

/** Measures the delay of a page's first script by an extension, against a browser without one. */
export const firstScript: Measure = {
  name: 'first script',
  async run(scene) {
    const { pages, open } = scene
    const tabs = { bare: await open('bare'), floor: pages.floor, wallet: pages.wallet }
    const seen = { bare: [] as number[], floor: [] as number[], wallet: [] as number[] }
    const names = ['bare', 'floor', 'wallet'] as const
    for (let turn = 0; turn < turns; turn++)
      for (let place = 0; place < names.length; place++) {
        // Each comes first as often as the others: what follows another load is later or earlier by more than is measured.
        const name = names[(turn + place) % names.length] ?? 'bare'
        const times = await firstScripts(tabs[name], loads)
        if (turn > 0) seen[name].push(median(times))
      }
    await tabs.bare.close()
    // Against the turn beside it: a machine slows down and recovers within a run by more than a script takes.
    const added = (values: number[]) => values.map((value, at) => value - (seen.bare[at] ?? 0))
    return [
      ...(await framed(open)),
      ratio('delay of a page’s first script', {
        floor: added(seen.floor),
        wallet: added(seen.wallet),
        most: 1.5,
      }),
    ]
  },
}
