import { stopWorker } from '../../e2e/browser.ts'
import { ratio, type Measure } from '../measure.ts'
import { times } from '../page.ts'

/** The first answer after the browser has stopped the background. */
export const wake: Measure = {
  name: 'waking',
  async run({ wallet, floor, pages }) {
    const below: number[] = []
    const above: number[] = []
    for (let round = 0; round < 15; round++) {
      await stopWorker(floor.context, floor.id)
      below.push(...(await times(pages.floor, 'floor', { method: 'echo' }, 1)))
      await stopWorker(wallet.context, wallet.id)
      above.push(...(await times(pages.wallet, 'ethereum', { method: 'eth_chainId' }, 1)))
    }
    const name = 'first answer after the background was stopped'
    return [ratio(name, { floor: below.slice(2), wallet: above.slice(2), most: 4 })]
  },
}
