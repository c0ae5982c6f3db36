import type { Hex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { approvalWindow, approve, closed } from '../../e2e/support/walletPages.ts'
import { alice } from '../../unit/accounts.ts'
import { allowSwaps, kinds, type SiteCall } from '../callKinds.ts'
import type { Measure, Row } from '../measure.ts'
import type { Scene } from '../scene.ts'
import { until } from '../until.ts'
import { armed } from '../watchWindow.ts'
import { ask } from './send.ts'

type Receipt = { status: Hex; gasUsed: Hex }

/** Sends a call alone, by the node's own key; returns its gas. */
const spentAlone = async (url: string, call: SiteCall): Promise<number> => {
  const hash = await rpc<Hex>(url, 'eth_sendTransaction', [{ from: alice, ...call }])
  const receipt = await until(
    'a receipt',
    async () => (await rpc<Receipt | null>(url, 'eth_getTransactionReceipt', [hash])) ?? undefined,
    2,
  )
  if (receipt.status !== '0x1') throw new Error('A transaction of the gas table failed.')
  return Number(receipt.gasUsed)
}

/** Approves calls in the wallet, as it offers to run them; returns the gas of what it signed. */
const spentByWallet = async (
  { wallet, pages }: Scene,
  calls: readonly SiteCall[],
): Promise<number> => {
  const params = [
    { version: '2.0.0', from: alice, chainId: '0x2105', atomicRequired: calls.length > 1, calls },
  ]
  const answer = ask(pages.wallet, { method: 'wallet_sendCalls', params })
  const window = await approvalWindow(wallet.context)
  await armed(window)
  await approve(window)
  const [{ id }] = (await Promise.all([answer, closed(window)])) as [{ id: string }, void]
  const question = { method: 'wallet_getCallsStatus', params: [id] }
  const receipts = await until(
    'a receipt',
    async () => ((await ask(pages.wallet, question)) as { receipts?: Receipt[] }).receipts,
  )
  if (receipts.some(({ status }) => status !== '0x1'))
    throw new Error('A batch of the gas table failed.')
  return receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0)
}

/** Above the samples of other measures, whose receivers exist already. */
const firstSample = 50_000

/**
 * Measures the gas of one atomic transaction that the wallet signed, the upgrade and its locks included, against one
 * transaction for each call.
 */
export const gas: Measure = {
  name: 'gas',
  async run(scene, note) {
    const { url, contracts } = scene.chain
    scene.node.isConstant.value = false
    const rows: Row[] = []
    let sample = firstSample
    for (const [kind, make] of Object.entries(kinds(contracts)))
      for (const count of [1, 2, 10, 100]) {
        sample++
        await allowSwaps(url, contracts)
        note(`${count} ${kind}`)
        const calls = Array.from({ length: count }, (_, index) => make(index, sample))
        // Run once unmeasured, so that the recipients' accounts exist in every variant.
        for (const call of calls) await spentAlone(url, call)
        let single = 0
        for (const call of calls) single += await spentAlone(url, call)
        // An account that was never upgraded.
        await rpc(url, 'anvil_setCode', [alice, '0x'])
        const first = await spentByWallet(scene, calls)
        // A batch that was shown to take an allowance back has done so.
        await allowSwaps(url, contracts)
        const after = await spentByWallet(scene, calls)
        const line = (name: string, value: number): Row => ({
          name: `${count} ${kind}, ${name}`,
          unit: 'gas',
          growth: { of: `${kind}, ${name}`, at: count },
          floor: { median: single, p95: single, n: 1 },
          wallet: { median: value, p95: value, n: 1 },
        })
        rows.push(line('atomic with the upgrade', first), line('atomic after', after))
      }
    scene.node.isConstant.value = true
    return rows
  },
}
