import { seedBatches } from '../../e2e/support/journal.ts'
import { ratio, type Measure, type Row } from '../measure.ts'
import { times } from '../page.ts'

const counts = [1, 10, 100, 1000, 10_000, 100_000]

/** Measures a status and the first page of the activity by the number of stored batches. */
export const stored: Measure = {
  name: 'stored batches',
  async run({ wallet, pages, url }) {
    const origin = new URL(url).origin
    const journal = await wallet.popup()
    const found: { status: number[]; activity: number[] }[] = []
    let from = 0
    for (const count of counts) {
      // In parts, to keep each message to the browser small.
      for (; from < count; from = Math.min(count, from + 5000))
        await seedBatches(journal, origin, Math.min(5000, count - from), from)
      const status = await times(
        pages.wallet,
        'ethereum',
        { method: 'wallet_getCallsStatus', params: ['seed 0'] },
        200,
      )
      const activity: number[] = []
      for (let round = 0; round < 12; round++) {
        const page = await wallet.context.newPage()
        await page.goto(`chrome-extension://${wallet.id}/popup.html#activity`)
        await page.getByRole('listitem').first().waitFor()
        activity.push(await page.evaluate(() => performance.now()))
        await page.close()
      }
      found.push({ status: status.slice(20), activity: activity.slice(2) })
    }
    await journal.close()
    const least = found[counts.indexOf(100)]
    return counts.flatMap((count, index): Row[] => {
      const now = found[index]
      if (!least || !now) return []
      const most = count === 100_000 ? { most: 1.5 } : {}
      const name = `with ${count.toLocaleString('en')} stored batches, over 100`
      return [
        ratio(`status ${name}`, {
          floor: least.status,
          wallet: now.status,
          ...most,
          growth: { of: 'status by stored batches', at: count },
        }),
        ratio(`activity ${name}`, {
          floor: least.activity,
          wallet: now.activity,
          ...most,
          growth: { of: 'first activity page by stored batches', at: count },
        }),
      ]
    })
  },
}
