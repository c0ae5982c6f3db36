import { stopWorker } from '../../e2e/support/chromium.ts'
import { nameOf, ratio, type Measure, type Row } from '../measure.ts'
import { atOnce } from '../page.ts'

/** Measures the first answers after the browser has stopped the background. */
export const wake: Measure = {
  name: 'waking',
  async run({ wallet, floor, pages }) {
    const rows: Row[] = []
    const asked = (method: string, count: number) =>
      Array.from({ length: count }, () => ({ method }))
    for (const [at, rounds] of [
      [1, 15],
      [10, 6],
      [100, 6],
      [1000, 6],
    ] as const) {
      const below: number[] = []
      const above: number[] = []
      for (let round = 0; round < rounds; round++) {
        await stopWorker(floor.context, floor.id)
        below.push((await atOnce(pages.floor, 'floor', asked('echo', at))).time)
        await stopWorker(wallet.context, wallet.id)
        above.push((await atOnce(pages.wallet, 'ethereum', asked('eth_chainId', at))).time)
      }
      const growth = { of: 'answers at once after the background was stopped', at }
      const most = at === 1 ? 4 : undefined
      const name = at === 1 ? 'first answer after the background was stopped' : nameOf(growth)
      rows.push(ratio(name, { floor: below.slice(2), wallet: above.slice(2), most, growth }))
    }
    return rows
  },
}
