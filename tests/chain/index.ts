import { startAnvil } from './anvil.ts'
import type { AnvilOptions } from './anvil.ts'
import type { SimulationHabits } from './asGeth.ts'
import { deploy } from './deploy.ts'
import type { Contracts, DeployOptions } from './deploy.ts'
import { beforeAnvil } from './gethProxy.ts'

export type Chain = { url: string; contracts: Contracts; stop: () => Promise<void> }

/**
 * Starts a fresh chain with all contracts that batches use. It simulates as geth does, except at a port of the
 * caller's choice, where anvil itself listens.
 */
export const startChain = async (
  options: AnvilOptions & DeployOptions & SimulationHabits = {},
): Promise<Chain> => {
  const started = await startAnvil(options)
  const anvil = options.port ? started : await beforeAnvil(started, options)
  try {
    return { ...anvil, contracts: await deploy(anvil.url, options) }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
