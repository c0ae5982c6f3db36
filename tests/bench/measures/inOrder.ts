import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { approvalWindow, approve, approveInOrder, closed } from '../../e2e/support/walletPages.ts'
import { transfers } from '../asked.ts'
import { nameOf, pointOf, ratio, type Measure } from '../measure.ts'
import type { Scene } from '../scene.ts'

type Provider = { request: (question: object) => Promise<unknown> }

const ask = (page: Page, question: object) =>
  page.evaluate(
    (asked) => (window as unknown as { ethereum: Provider }).ethereum.request(asked),
    question,
  )

/** Sends so many calls in order and returns the time from the yes to status 200, in ms. */
const runInOrder = async ({ wallet, pages }: Scene, count: number): Promise<number> => {
  const answer = ask(pages.wallet, transfers(count))
  const window = await approvalWindow(wallet.context)
  // More do not fit into one transaction, and run in order by themselves.
  await (count > 100 ? approve(window) : approveInOrder(window))
  const start = performance.now()
  const [{ id }] = (await Promise.all([answer, closed(window)])) as [{ id: string }, void]
  const question = { method: 'wallet_getCallsStatus', params: [id] }
  for (;;) {
    const { status } = (await ask(pages.wallet, question)) as { status: number }
    if (status === 200) return performance.now() - start
    if (status !== 100) throw new Error(`The batch in order ended with ${status}.`)
    await wait(100)
  }
}

const of = 'calls in order, from the yes to the last block'

/** Measures batches in order. A thousand calls may take little more than ten times a hundred. */
export const inOrder: Measure = {
  name: 'calls in order',
  async run(scene) {
    const two = await runInOrder(scene, 2)
    const ten = await runInOrder(scene, 10)
    const hundred = await runInOrder(scene, 100)
    const thousand = await runInOrder(scene, 1_000)
    const growth = { of, at: 1_000 }
    return [
      pointOf({ of, at: 2 }, 'ms', two),
      pointOf({ of, at: 10 }, 'ms', ten),
      pointOf({ of, at: 100 }, 'ms', hundred),
      ratio(`${nameOf(growth)}, over ten times a hundred`, {
        floor: [10 * hundred],
        wallet: [thousand],
        growth,
        most: 1.5,
      }),
    ]
  },
}
