import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { keccak256, type Hex } from 'viem'
import { startPreconfirmingChain, type PreconfirmingChain } from '../../chain/preconfirm.ts'
import { rpc } from '../../chain/rpc.ts'
import { approvalWindow, approve, closed, openConnected } from '../../e2e/support/walletPages.ts'
import { transfers } from '../asked.ts'
import { nameOf, tail, type Measure, type Row } from '../measure.ts'
import type { Asked } from '../constantNode.ts'
import type { Scene } from '../scene.ts'
import { p95 } from '../stats.ts'
import { stepsOf, type Run } from '../steps/steps.ts'
import { until } from '../until.ts'
import { armed } from '../watchWindow.ts'
import { ask, submission } from './send.ts'

/** How often the chain shows a new pre-confirmed state, in ms, and a page asks. */
const refresh = 200

type Provider = { request: (question: object) => Promise<{ receipts?: unknown }> }

/** A page's question for a status: when it was asked and answered, in ms since 1970. */
type Look = { asked: number; answered: number }

/** Has a page ask for a status once per refresh; returns its questions, of which the last one got the receipts. */
const looksForReceipts = (page: Page, id: string) =>
  page.evaluate(
    ([batch, every]) =>
      new Promise<Look[]>((resolve) => {
        const { ethereum } = window as unknown as { ethereum: Provider }
        const looks: Look[] = []
        const look = async () => {
          const asked = Date.now()
          const question = { method: 'wallet_getCallsStatus', params: [batch] }
          const { receipts } = await ethereum.request(question)
          looks.push({ asked, answered: Date.now() })
          if (!receipts) return
          clearInterval(timer)
          resolve(looks)
        }
        const timer = setInterval(() => void look(), every)
      }),
    [id, refresh] as const,
  )

/** How many states a sealed block has: it is sealed every 2 s. */
const states = 10

/**
 * Shows new states at an even pace, and seals a block with every tenth; returns what tells when a transaction was first
 * in one, in ms since 1970.
 */
const pace = ({ url, refresh: show, seal }: PreconfirmingChain) => {
  let isOver = false
  const included = new Map<Hex, number>()
  const watched = new Set<Hex>()
  const run = async () => {
    for (let state = 1; !isOver; state++) {
      const next = Date.now() + refresh
      await (state % states === 0 ? seal() : show())
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

/** Between requests the page waits for its next question, and the wallet computes or waits for its next look. */
const idle = { before: 'no request is open', after: 'no request is open' }

/** The way from a state to its status: the page's questions since, and what the wallet asked the node for them. */
const runOf = (shown: number, looks: readonly Look[], asked: readonly Asked[]): Run => {
  const end = looks.at(-1)?.answered ?? shown
  const questions = looks
    .filter((look) => look.asked >= shown)
    .map((look) => ({ name: 'the page asks', at: look.asked, until: look.answered }))
  const earlier = looks
    .filter((look) => look.asked < shown && look.answered > shown)
    .map((look) => ({ name: 'the page has asked', at: look.asked, until: look.answered }))
  const reads = asked.map(({ method, at, until: done = end }) => ({
    name: `the node is asked ${method}`,
    at,
    until: done,
  }))
  return { start: shown, end, noted: [...earlier, ...questions, ...reads] }
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
      epoch: 1,
    })
    testnet.behind.url = chain.url
    testnet.isConstant.value = false
    const chainPace = pace(chain)
    // Another host is another site, with a network of its own.
    const site = await openConnected(wallet, url.replace('127.0.0.1', 'localhost'), 'Base Sepolia')
    const rows: Row[] = []
    for (const [at, rounds] of [
      [1, 22],
      [10, 5],
      [100, 5],
    ] as const) {
      note(`${at} calls`)
      const runs: Run[] = []
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
        const [looks, shown] = await Promise.all([
          answer.then((given) => looksForReceipts(site, (given as { id: string }).id)),
          sentHash(scene).then(chainPace.inclusion),
          closed(window),
        ])
        // The first rounds compile code and upgrade the account.
        if (round >= 2) runs.push(runOf(shown, looks, testnet.asked))
      }
      const growth = { of: 'included to the status by calls', at }
      const row = tail(
        at === 1 ? 'included at the node to wallet_getCallsStatus' : nameOf(growth),
        {
          floor: runs.map(() => refresh),
          wallet: runs.map(({ start, end }) => end - start),
          growth,
          most: at === 1 ? 1.1 : undefined,
        },
      )
      rows.push(
        at === 1
          ? { ...row, way: { of: 'the run that counts', steps: stepsOf(runs, idle, p95) } }
          : row,
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
