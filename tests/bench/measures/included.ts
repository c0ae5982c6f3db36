import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { keccak256, type Hex } from 'viem'
import { startPreconfirmingChain } from '../../chain/preconfirm.ts'
import { rpc } from '../../chain/rpc.ts'
import { approvalWindow, approve, closed, openConnected } from '../../e2e/support/walletPages.ts'
import { transfers } from '../asked.ts'
import { nameOf, tail, type Measure, type Row } from '../measure.ts'
import type { Scene } from '../scene.ts'
import { until } from '../until.ts'
import { armed } from '../watchWindow.ts'
import { ask, submission } from './send.ts'

/** How often the chain shows a new pre-confirmed state, in ms, and a page asks. */
const refresh = 200

type Provider = { request: (question: object) => Promise<{ receipts?: unknown }> }

/** Has a page ask for a status once per refresh; returns when it got the receipts, in ms since 1970. */
const receiptsAt = (page: Page, id: string) =>
  page.evaluate(
    ([batch, every]) =>
      new Promise<number>((resolve) => {
        const { ethereum } = window as unknown as { ethereum: Provider }
        const look = async () => {
          const question = { method: 'wallet_getCallsStatus', params: [batch] }
          if (!(await ethereum.request(question)).receipts) return
          clearInterval(timer)
          resolve(Date.now())
        }
        const timer = setInterval(() => void look(), every)
      }),
    [id, refresh] as const,
  )

/** Shows new states at an even pace; returns what tells when a transaction was first in one, in ms since 1970. */
const pace = (url: string, show: () => Promise<void>) => {
  let isOver = false
  const included = new Map<Hex, number>()
  const watched = new Set<Hex>()
  const run = async () => {
    while (!isOver) {
      const next = Date.now() + refresh
      await show()
      const shown = Date.now()
      for (const hash of watched)
        if (await rpc(url, 'eth_getTransactionReceipt', [hash])) {
          included.set(hash, shown)
          watched.delete(hash)
        }
      await wait(Math.max(0, next - Date.now()))
    }
  }
  const running = run()
  return {
    inclusion: (hash: Hex): Promise<number> => {
      watched.add(hash)
      return until('the transaction in a state', () => included.get(hash), 5)
    },
    stop: () => {
      isOver = true
      return running
    },
  }
}

/** Returns the hash of the transaction that the node got. */
const sentHash = async ({ testnet }: Scene): Promise<Hex> => {
  const { body } = await submission(testnet)
  return keccak256((JSON.parse(body) as { params: [Hex] }).params[0])
}

/** Measures from the pre-confirmed state that has a transaction to the status at a page that asks once per refresh. */
export const included: Measure = {
  name: 'included',
  async run(scene, note) {
    const { wallet, testnet, url } = scene
    const chain = await startPreconfirmingChain({
      chainId: 84532,
      hardfork: 'prague',
      l1Fee: true,
      sealEvery: 2_000,
      epoch: 1,
    })
    testnet.behind.url = chain.url
    testnet.isConstant.value = false
    const chainPace = pace(chain.url, chain.refresh)
    // Another host is another site, with a network of its own.
    const site = await openConnected(wallet, url.replace('127.0.0.1', 'localhost'), 'Base Sepolia')
    const rows: Row[] = []
    for (const [at, rounds] of [
      [1, 22],
      [10, 5],
      [100, 5],
    ] as const) {
      note(`${at} calls`)
      const seen: number[] = []
      for (let round = 0; round < rounds; round++) {
        testnet.asked.length = 0
        const { params } = transfers(at)
        const answer = ask(site, {
          method: 'wallet_sendCalls',
          params: params.map((one) => ({ ...one, chainId: '0x14a34' })),
        })
        const window = await approvalWindow(wallet.context)
        await armed(window)
        await approve(window)
        const [told, shown] = await Promise.all([
          answer.then((given) => receiptsAt(site, (given as { id: string }).id)),
          sentHash(scene).then(chainPace.inclusion),
          closed(window),
        ])
        // The first rounds compile code and upgrade the account.
        if (round >= 2) seen.push(told - shown)
      }
      const growth = { of: 'included to the status by calls', at }
      rows.push(
        tail(at === 1 ? 'included at the node to wallet_getCallsStatus' : nameOf(growth), {
          floor: seen.map(() => refresh),
          wallet: seen,
          growth,
          most: at === 1 ? 1.1 : undefined,
        }),
      )
    }
    await site.close()
    await chainPace.stop()
    // The wallet follows its batches until they are final, and would ask a node that is gone.
    await chain.seal(8)
    await wait(3_000)
    testnet.behind.url = undefined
    await chain.stop()
    return rows
  },
}
