import { setTimeout as wait } from 'node:timers/promises'
import { approvalWindow, approve, approveInOrder, closed } from '../../e2e/support/walletPages.ts'
import { transfers } from '../asked.ts'
import { nameOf, pointOf, ratio, type Measure } from '../measure.ts'
import type { Scene } from '../scene.ts'
import { ask, clickIn, submission } from './send.ts'

/**
 * Sends so many calls in order; returns the times from the click on Approve to the first transaction at the node, and
 * from the yes to status 200, in ms.
 */
const runInOrder = async (scene: Scene, count: number) => {
  const { wallet, pages, node } = scene
  node.asked.length = 0
  const answer = ask(pages.wallet, transfers(count))
  const window = await approvalWindow(wallet.context)
  const clicked = clickIn(window)
  // More do not fit into one transaction, and run in order by themselves.
  await (count > 100 ? approve(window) : approveInOrder(window))
  const start = performance.now()
  const [{ id }] = (await Promise.all([answer, closed(window)])) as [{ id: string }, void]
  const sent = (await submission(node)).at - (await clicked)
  const question = { method: 'wallet_getCallsStatus', params: [id] }
  for (;;) {
    const { status } = (await ask(pages.wallet, question)) as { status: number }
    if (status === 200) return { sent, all: performance.now() - start }
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
      pointOf({ of, at: 2 }, 'ms', two.all),
      pointOf({ of, at: 10 }, 'ms', ten.all),
      pointOf({ of, at: 100 }, 'ms', hundred.all),
      ratio(`${nameOf(growth)}, over ten times a hundred`, {
        floor: [10 * hundred.all],
        wallet: [thousand.all],
        growth,
        most: 1.5,
      }),
      // They do not fit into one transaction: it is the first of a thousand.
      pointOf({ of: 'click on Approve to the node by calls', at: 1_000 }, 'ms', thousand.sent),
    ]
  },
}
