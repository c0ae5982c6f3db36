import { type Chain, startChain } from '../../chain/index.ts'
import { rpc } from '../../chain/rpc.ts'

export type Chains = { local: Chain; base: Chain; testnet: Chain }

/** The chain that can do everything. */
export const startLocal = () => startChain({ hardfork: 'prague' })

/** The chain without the executor. A port is given where it is started anew at its old address. */
export const startBase = (port = 0) =>
  startChain({ port, chainId: 8453, hardfork: 'prague', executor: false, l1Fee: true })

/** The chain from before EIP-7702. */
const startTestnet = () =>
  startChain({ chainId: 84532, hardfork: 'cancun', executor: false, l1Fee: true })

/** One chain for each network that the extension under test has, at free ports. */
export const startChains = async (): Promise<Chains> => {
  const [local, base, testnet] = await Promise.all([startLocal(), startBase(), startTestnet()])
  return { local, base, testnet }
}

/** Ends them all. */
export const stopChains = (chains: Chains) =>
  Promise.all(Object.values(chains).map((chain) => chain.stop()))

/** Starts a new chain where the one that a test has stopped was. */
export const startBaseAgain = async ({ base }: Chains) =>
  Object.assign(base, await startBase(Number(new URL(base.url).port)))

/** Runs a test that finds the chains as they were deployed, mining, and with nothing waiting; the next one does too. */
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
