import { startChain } from '../chain/index.ts'
import type { Chain } from '../chain/index.ts'
import { urls } from './urls.ts'

export type Chains = { local: Chain; base: Chain; testnet: Chain }

const portOf = (url: string) => Number(new URL(url).port)

/** The chain that can do everything. */
export const startLocal = () =>
  startChain({
    port: portOf(urls.local),
    portVariable: 'VOLLEY_LOCAL_URL',
    hardfork: 'prague',
  })

/** The chain without the executor, which a test may stop and start anew. */
export const startBase = () =>
  startChain({
    port: portOf(urls.base),
    portVariable: 'VOLLEY_BASE_URL',
    chainId: 8453,
    hardfork: 'prague',
    executor: false,
    l1Fee: true,
  })

/** One chain that can do everything, one without the executor, one from before EIP-7702. */
export const startChains = async (): Promise<Chains> => {
  const local = await startLocal()
  const base = await startBase()
  const testnet = await startChain({
    port: portOf(urls.testnet),
    portVariable: 'VOLLEY_TESTNET_BASE_URL',
    chainId: 84532,
    hardfork: 'cancun',
    executor: false,
    l1Fee: true,
  })
  return { local, base, testnet }
}

/** Ends them all. */
export const stopChains = (chains: Chains) =>
  Promise.all(Object.values(chains).map((chain) => chain.stop()))
