import { rpc } from '../chain/rpc.ts'
import type { Chains } from './chains.ts'

/** Runs something that finds the chains as they were deployed, mining, and with nothing waiting; the next one does too. */
export const restored = async (chains: Chains, run: () => Promise<void>) => {
  const nodes = Object.values(chains).map(({ url }) => url)
  const snapshots = await Promise.all(nodes.map((url) => rpc<string>(url, 'evm_snapshot')))
  await run()
  for (const [index, url] of nodes.entries()) {
    await rpc(url, 'anvil_dropAllTransactions')
    await rpc(url, 'evm_revert', [snapshots[index]])
    await rpc(url, 'evm_setAutomine', [true])
  }
}
