import { performance } from 'node:perf_hooks'
import { privateKeyToAccount } from 'viem/accounts'
import { approvalWindow, approve } from '../../e2e/wallet.ts'
import { closed } from '../../e2e/approvals.ts'
import { keys, alice, stranger } from '../../unit/people.ts'
import { ratio, type Measure } from '../measure.ts'
import { times } from '../page.ts'
import { median } from '../stats.ts'

const rounds = 12

const signingTime = async () => {
  const account = privateKeyToAccount(keys[alice] ?? '0x')
  const taken: number[] = []
  for (let round = 0; round < 30; round++) {
    const start = performance.now()
    await account.signTransaction({
      ...{ type: 'eip1559', chainId: 8453, nonce: round, to: stranger, value: 1n, gas: 21_000n },
      ...{ maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n },
    })
    taken.push(performance.now() - start)
  }
  return median(taken.slice(5))
}

/** From the click on Approve to the transaction at the node, and from its block to the site's status. */
export const send: Measure = {
  name: 'sending',
  async run({ wallet, pages, node }) {
    const signing = await signingTime()
    const below: number[] = []
    const above: number[] = []
    const seen: number[] = []
    const calls = [{ to: stranger, value: '0x1' }]
    const params = [
      { version: '2.0.0', from: alice, chainId: '0x2105', atomicRequired: false, calls },
    ]
    for (let round = 0; round < rounds; round++) {
      const floor = await times(
        pages.floor,
        'floor',
        { method: 'send', params: [node.url, '0x02'] },
        1,
      )
      below.push(...floor.map((time) => time + signing))
      node.asked.length = 0
      const answer = pages.wallet.evaluate(
        (all) =>
          (
            window as unknown as { ethereum: { request: (q: object) => Promise<{ id: string }> } }
          ).ethereum.request({
            method: 'wallet_sendCalls',
            params: all,
          }),
        params,
      )
      const window = await approvalWindow(wallet.context)
      const clicked = window.evaluate(
        () =>
          new Promise<number>((resolve) =>
            addEventListener('click', () => resolve(Date.now()), { once: true, capture: true }),
          ),
      )
      await approve(window)
      const at = await clicked.catch(() => Number.NaN)
      const [{ id }] = await Promise.all([answer, closed(window)])
      const status = async () =>
        pages.wallet.evaluate(
          (of) =>
            (
              window as unknown as {
                ethereum: {
                  request: (q: object) => Promise<{ status: number; receipts?: unknown[] }>
                }
              }
            ).ethereum.request({
              method: 'wallet_getCallsStatus',
              params: [of],
            }),
          id,
        )
      while (!(await status()).receipts) continue
      const told = Date.now()
      const sent = node.asked.find(({ method }) => method === 'eth_sendRawTransaction')
      if (!sent || Number.isNaN(at)) continue
      above.push(sent.at - at)
      // The chain mines on arrival.
      seen.push(told - sent.at)
    }
    return [
      ratio('click on Approve to the transaction at the node', {
        ...{ floor: below.slice(2), wallet: above.slice(2), most: 1.25 },
      }),
      ratio('included at the node to wallet_getCallsStatus', {
        ...{ floor: seen.map(() => 200), wallet: seen.slice(2), most: 1.1 },
      }),
    ]
  },
}
