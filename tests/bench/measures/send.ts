import { performance } from 'node:perf_hooks'
import type { Page } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import { approvalWindow, approve, closed } from '../../e2e/support/walletPages.ts'
import { keys, alice, stranger } from '../../unit/accounts.ts'
import { transfers } from '../asked.ts'
import { nameOf, notedRun, ratio, type Measure, type Row, type Step } from '../measure.ts'
import type { Asked } from '../constantNode.ts'
import type { Scene } from '../scene.ts'
import { until } from '../until.ts'
import { armed } from '../watchWindow.ts'
import { median } from '../stats.ts'
import { notedBy, withNotes } from '../steps/noted.ts'
import { stepsOf, type Run } from '../steps/steps.ts'
import type { Wallet } from '../../e2e/support/chromium.ts'

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

/** Sends one request of a page. */
export const ask = (page: Page, question: object) =>
  page.evaluate(
    (asked) => (window as unknown as { ethereum: Provider }).ethereum.request(asked),
    question,
  )

/** Returns when the page is clicked, in ms since 1970; its end may come before the answer. */
const clickIn = (page: Page): Promise<number> =>
  page
    .evaluate(
      () =>
        new Promise<number>((resolve) =>
          addEventListener('click', () => resolve(performance.timeOrigin + performance.now()), {
            once: true,
            capture: true,
          }),
        ),
    )
    .catch(() => Number.NaN)

/** Returns the submission of a transaction to a node. */
export const submission = ({ asked }: Scene['node']): Promise<Asked> =>
  until(
    'the transaction at the node',
    () => asked.find(({ method }) => method === 'eth_sendRawTransaction'),
    2,
  )

/** Clicks in the bare extension's window; returns ms until the node has the transaction. */
const bareSend = async (scene: Scene, window: Page): Promise<number> => {
  scene.node.asked.length = 0
  const clicked = clickIn(window)
  await window.getByRole('button').click()
  return (await submission(scene.node)).at - (await clicked)
}

/** Approves calls; returns the times of the click and of the transaction at the node, in ms since 1970. */
const approvedSend = async (scene: Scene, wallet: Wallet, site: Page, count: number) => {
  scene.node.asked.length = 0
  const answer = ask(site, transfers(count))
  const window = await approvalWindow(wallet.context)
  await armed(window)
  const clicked = clickIn(window)
  await approve(window)
  const [start, { id }] = (await Promise.all([clicked, answer, closed(window)])) as [
    number,
    { id: string },
    void,
  ]
  const { at: end } = await submission(scene.node)
  const status = { method: 'wallet_getCallsStatus', params: [id] }
  await until(
    'a receipt',
    async () => ((await ask(site, status)) as { receipts?: unknown }).receipts !== undefined,
  )
  return Number.isNaN(start) ? undefined : { start, end }
}

const counts = [1, 10, 100] as const

/** Looks at the way from the click to the node, in a wallet that notes its steps; by the number of calls. */
const stepsToNode = (scene: Scene): Promise<Map<number, Step[]>> =>
  withNotes(scene, async (wallet, site) => {
    const found = new Map<number, Step[]>()
    for (const count of counts) {
      const runs: Run[] = []
      for (let round = 0; round < 5; round++) {
        const sent = await approvedSend(scene, wallet, site, count)
        // The first rounds compile code and upgrade the account.
        if (round < 2 || !sent) continue
        const noted = (await notedBy(wallet)).map((step) =>
          // The way of the click, from the window.
          step.name === 'message approve' ? { ...step, at: sent.start } : step,
        )
        runs.push({ ...sent, noted: noted.filter(({ at }) => at >= sent.start) })
      }
      found.set(count, stepsOf(runs))
    }
    return found
  })

/** Measures from the click on Approve to the transaction at the node, against the least that is safe. */
export const send: Measure = {
  name: 'sending',
  async run(scene, note) {
    const { floor, node, wallet, pages } = scene
    node.isConstant.value = false
    const signing = await signingTime()
    const bare = { id: 1, method: 'send', params: [node.url, '0x02'] }
    const window = await floor.popup(`approve.html?${encodeURIComponent(JSON.stringify(bare))}`)
    const rows: Row[] = []
    for (const at of counts) {
      note(`${at} calls`)
      const rounds = at === 1 ? 16 : 12
      const below: number[] = []
      const above: number[] = []
      for (let round = 0; round < rounds; round++) {
        await window.bringToFront()
        const least = await bareSend(scene, window)
        const sent = await approvedSend(scene, wallet, pages.wallet, at)
        // The first rounds compile code and upgrade the account.
        if (round < 2 || !sent) continue
        below.push(least + signing)
        above.push(sent.end - sent.start)
      }
      const growth = { of: 'click on Approve to the node by calls', at }
      rows.push(
        ratio(at === 1 ? 'click on Approve to the transaction at the node' : nameOf(growth), {
          floor: below,
          wallet: above,
          growth,
          most: 1.5,
        }),
      )
    }
    await window.close()
    note('step by step')
    const steps = await stepsToNode(scene)
    node.isConstant.value = true
    return rows.map((row) => ({
      ...row,
      way: { of: notedRun, steps: steps.get(row.growth?.at ?? 0) ?? [] },
    }))
  },
}
