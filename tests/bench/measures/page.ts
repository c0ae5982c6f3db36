import { ratio, type Measure } from '../measure.ts'
import { median } from '../stats.ts'

const loads = 30

/** By how much an extension delays a page's first script, over a browser without one. */
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
        // The first loads warm what they need.
        if (load >= 3) seen[name as keyof typeof seen].push(at)
      }
    await tabs.bare.close()
    const without = median(seen.bare)
    const added = (values: number[]) => values.map((value) => Math.max(0, value - without))
    return [
      ratio('delay of a page’s first script', {
        ...{ floor: added(seen.floor), wallet: added(seen.wallet), most: 1.5 },
      }),
    ]
  },
}
