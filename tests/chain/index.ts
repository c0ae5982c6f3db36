import { startAnvil } from './anvil.ts'
import type { AnvilOptions } from './anvil.ts'
import { deploy } from './deploy.ts'
import type { Contracts, DeployOptions } from './deploy.ts'

export type Chain = { url: string; contracts: Contracts; stop: () => Promise<void> }

/** Starts a fresh chain with all contracts that batches use. */
export const startChain = async (options: AnvilOptions & DeployOptions = {}): Promise<Chain> => {
  const anvil = await startAnvil(options)
  try {
    return { ...anvil, contracts: await deploy(anvil.url, options) }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
