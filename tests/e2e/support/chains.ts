import { startAnvil } from '../../chain/anvil.ts'
import { deploy } from '../../chain/deploy.ts'
import { beforeAnvil } from '../../chain/gethProxy.ts'
import { type Chain, startChain } from '../../chain/index.ts'
import { rpc } from '../../chain/rpc.ts'

export type Chains = { local: Chain; base: Chain; testnet: Chain }

/** Starts the chain with all features: executor and EIP-7702. */
export const startLocal = () => startChain({ hardfork: 'prague' })

const baseOptions = { chainId: 8453, hardfork: 'prague', executor: false, l1Fee: true } as const

/** Starts the chain without the executor. */
const startBase = () => startChain(baseOptions)

/** Starts the chain without EIP-7702. */
const startTestnet = () =>
  startChain({ chainId: 84532, hardfork: 'cancun', executor: false, l1Fee: true })

/** Starts a chain for each network of the extension under test, at free ports. */
export const startChains = async (): Promise<Chains> => {
  const [local, base, testnet] = await Promise.all([startLocal(), startBase(), startTestnet()])
  return { local, base, testnet }
}

/** Stops all chains. */
export const stopChains = (chains: Chains) =>
  Promise.all(Object.values(chains).map((chain) => chain.stop()))

/**
 * Restarts, with a new chain, the node that a test has stopped, at its old URL. It simulates as before: the tests
 * after this one get it, too.
 */
export const startBaseAgain = async ({ base }: Chains) => {
  const port = Number(new URL(base.url).port)
  const anvil = await beforeAnvil(await startAnvil(baseOptions), {}, port)
  Object.assign(base, anvil, { contracts: await deploy(anvil.url, baseOptions) })
}

/**
 * Runs a test on the chains as they were deployed, mining and with empty pools, and restores them after it.
 */
export const restored = async (chains: Chains, run: () => Promise<void>) => {
  const nodes = Object.values(chains).map(({ url }) => url)
  const snapshots = await Promise.all(nodes.map((url) => rpc<string>(url, 'evm_snapshot')))
  await run()
  for (const [index, url] of nodes.entries()) {
    // Mining waits its turn: what a test left half-way is in a block, or nowhere, before the chain goes back.
    await rpc(url, 'evm_setAutomine', [false])
    await rpc(url, 'anvil_dropAllTransactions')
    await rpc(url, 'evm_mine')
    await rpc(url, 'evm_revert', [snapshots[index]])
    await rpc(url, 'evm_setAutomine', [true])
  }
}
