import type { Page } from '@playwright/test'
import { nameOf, ratio, type Measure, type Row } from '../measure.ts'
import type { Scene } from '../scene.ts'

const loads = 150

/** The first loads only warm up caches. */
const warming = 3

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

/** Loads a page anew; returns when its first script ran, in ms after the load began. */
const firstScriptAt = async (page: Page): Promise<number> => {
  await page.reload()
  return page.evaluate(() => (window as unknown as { firstScript: number }).firstScript)
}

/** Measures the delay of a page's first script by an extension, against a browser without one. */
export const firstScript: Measure = {
  name: 'first script',
  async run(scene) {
    const { pages, open } = scene
    const tabs = { bare: await open('bare'), floor: pages.floor, wallet: pages.wallet }
    const seen = { bare: [] as number[], floor: [] as number[], wallet: [] as number[] }
    const names = ['bare', 'floor', 'wallet'] as const
    for (let load = 0; load < loads; load++)
      for (let turn = 0; turn < names.length; turn++) {
        // Each comes first as often as the others: what follows another load is later or earlier by more than is measured.
        const name = names[(load + turn) % names.length] ?? 'bare'
        const at = await firstScriptAt(tabs[name])
        if (load >= warming) seen[name].push(at)
      }
    await tabs.bare.close()
    // Against the load beside it: a machine slows down and recovers within a run by more than a script takes.
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
