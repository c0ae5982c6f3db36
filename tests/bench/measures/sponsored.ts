import { setTimeout } from 'node:timers/promises'
import { bob } from '../../unit/accounts.ts'
import { serve } from '../../chain/preconfirmServer.ts'
import { rpc } from '../../chain/rpc.ts'
import { startSponsors } from '../../chain/sponsor.ts'
import { openJournal, addRows } from '../../e2e/support/journal.ts'
import { kinds } from '../callKinds.ts'
import { times } from '../jobPage.ts'
import { within, type Measure } from '../measure.ts'
import { forget, openQuoting, quoteTime, waiting } from '../quoteTime.ts'
import { median } from '../stats.ts'

/** How long the service waits with each answer, in ms, as one far away. */
const distance = 100

/** The most that the wallet itself may add, in ms. */
const own = 30

/** Samples, the first of which only find facts about the chain and compile code. */
const [samples, dropped] = [12, 2]

/**
 * Measures the quote of a batch that somebody else pays for against the quote of such a batch that the user pays: it
 * may take two round trips to the service more, for the paymaster's stub data and the bundler's estimate.
 */
export const sponsored: Measure = {
  name: 'sponsored',
  async run({ wallet, node, chain, pages, url }) {
    const { signing, takesTokens } = await startSponsors(chain.url, 8453, bob, chain.contracts.usdc)
    let stubs = 0
    const asked = new Map<string, unknown[]>()
    const service = await serve(async ({ method, params }) => {
      if (method === 'pm_getPaymasterStubData') stubs++
      asked.set(method, params)
      const [result] = await Promise.all([rpc(signing.url, method, params), setTimeout(distance)])
      return { answer: { result } }
    }, 0)
    const journal = await openJournal(wallet)
    const page = await openQuoting(wallet)
    await times(pages.wallet, 'ethereum', { method: 'eth_chainId' }, 1)
    node.isConstant.value = false
    const call = kinds(chain.contracts)['ERC-20 transfers']
    const paymaster = { url: service.url, optional: true }
    const seen = { floor: [] as number[], wallet: [] as number[] }
    const trips: number[] = []
    /** Times the two questions to the service, one after the other, by nothing but `fetch`. */
    const timeTrips = async () => {
      const began = performance.now()
      for (const method of ['pm_getPaymasterStubData', 'eth_estimateUserOperationGas'])
        await rpc(service.url, method, asked.get(method))
      return performance.now() - began
    }
    for (let round = 0; round < samples; round++)
      for (const by of ['floor', 'wallet'] as const) {
        // No other measure has requests of these names, or pays these receivers.
        const sample = 500 + 2 * round + (by === 'wallet' ? 1 : 0)
        const id = sample.toString(16).padStart(32, 'a')
        const calls = [0, 1].map((index) => call(index, sample))
        await addRows(journal, { approvals: [waiting(id, url, calls, { paymaster })] })
        const before = stubs
        const paysOneself = by === 'floor' ? { paysOneself: true } : {}
        const taken = await quoteTime(page, { id, mode: 'atomic', ...paysOneself })
        if (stubs - before !== (by === 'wallet' ? 1 : 0))
          throw new Error('the service was not asked as it should be')
        if (round >= dropped) seen[by].push(taken)
        if (round >= dropped && by === 'wallet') trips.push(await timeTrips())
        await forget(journal, id)
      }
    node.isConstant.value = true
    await Promise.all([journal.close(), page.close()])
    await Promise.all([service, signing, takesTokens].map(({ stop }) => stop()))
    const most = Math.round(median(seen.floor) + median(trips)) + own
    return [within('first quote, 2 ERC-20 transfers, paid by somebody else', { ...seen, most })]
  },
}
