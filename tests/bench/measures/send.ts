import { performance } from 'node:perf_hooks'
import type { Page } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import { approvalWindow, approve, closed } from '../../e2e/support/walletPages.ts'
import { keys, alice, stranger } from '../../unit/accounts.ts'
import { transfers } from '../asked.ts'
import { nameOf, ratio, type Measure, type Row } from '../measure.ts'
import { times } from '../page.ts'
import type { Scene } from '../scene.ts'
import { median } from '../stats.ts'

const signingTime = async () => {
  const account = privateKeyToAccount(keys[alice] ?? '0x')
  const taken: number[] = []
  for (let round = 0; round < 30; round++) {
    const start = performance.now()
    await account.signTransaction({
      type: 'eip1559',
      chainId: 8453,
      nonce: round,
      to: stranger,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 1n,
    })
    taken.push(performance.now() - start)
  }
  return median(taken.slice(5))
}

type Provider = { request: (question: object) => Promise<unknown> }

const ask = (page: Page, question: object) =>
  page.evaluate(
    (asked) => (window as unknown as { ethereum: Provider }).ethereum.request(asked),
    question,
  )

/**
 * Sends one batch and returns the times, in ms since 1970, of its approval, its arrival at the node and its
 * receipt at the site.
 */
const sendOne = async ({ wallet, pages, node }: Scene, count: number) => {
  node.asked.length = 0
  const answer = ask(pages.wallet, transfers(count))
  const window = await approvalWindow(wallet.context)
  const clicked = window.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener('click', () => resolve(Date.now()), { once: true, capture: true }),
      ),
  )
  await approve(window)
  const at = await clicked.catch(() => Number.NaN)
  const [{ id }] = (await Promise.all([answer, closed(window)])) as [{ id: string }, void]
  const status = { method: 'wallet_getCallsStatus', params: [id] }
  while (!((await ask(pages.wallet, status)) as { receipts?: unknown }).receipts) continue
  const told = Date.now()
  const sent = node.asked.find(({ method }) => method === 'eth_sendRawTransaction')
  return sent && !Number.isNaN(at) ? { taken: sent.at - at, seen: told - sent.at } : undefined
}

/**
 * Measures from the click on Approve to the transaction at the node, and from its block to the site's status.
 */
export const send: Measure = {
  name: 'sending',
  async run(scene) {
    const signing = await signingTime()
    const bare = { method: 'send', params: [scene.node.url, '0x02'] }
    const rows: Row[] = []
    for (const [at, rounds] of [
      [1, 12],
      [10, 6],
      [100, 6],
    ] as const) {
      const below: number[] = []
      const above: number[] = []
      const seen: number[] = []
      for (let round = 0; round < rounds; round++) {
        const [floor = 0] = await times(scene.pages.floor, 'floor', bare, 1)
        const sent = await sendOne(scene, at)
        // The first rounds compile code and upgrade the account.
        if (round < 2 || !sent) continue
        below.push(floor + signing)
        above.push(sent.taken)
        // The chain mines on arrival, so this counts from the block.
        seen.push(sent.seen)
      }
      const growth = { of: 'click on Approve to the node by calls', at }
      const known = { of: 'included to the status by calls', at }
      const isFirst = at === 1
      rows.push(
        ratio(isFirst ? 'click on Approve to the transaction at the node' : nameOf(growth), {
          floor: below,
          wallet: above,
          growth,
          most: isFirst ? 1.25 : undefined,
        }),
        ratio(isFirst ? 'included at the node to wallet_getCallsStatus' : nameOf(known), {
          floor: seen.map(() => 200),
          wallet: seen,
          growth: known,
          most: isFirst ? 1.1 : undefined,
        }),
      )
    }
    return rows
  },
}
