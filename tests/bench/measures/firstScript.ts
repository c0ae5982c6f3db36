import { nameOf, ratio, type Measure, type Row } from '../measure.ts'
import type { Scene } from '../scene.ts'
import { median } from '../stats.ts'

const loads = 100

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
  async run({ pages, open }) {
    const tabs = { bare: await open('bare'), floor: pages.floor, wallet: pages.wallet }
    const seen = { bare: [] as number[], floor: [] as number[], wallet: [] as number[] }
    for (let load = 0; load < loads; load++)
      for (const [name, page] of Object.entries(tabs)) {
        await page.reload()
        const at = await page.evaluate(
          () => (window as unknown as { firstScript: number }).firstScript,
        )
        // The first loads only warm up caches.
        if (load >= 3) seen[name as keyof typeof seen].push(at)
      }
    await tabs.bare.close()
    const without = median(seen.bare)
    const added = (values: number[]) => values.map((value) => Math.max(0, value - without))
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
