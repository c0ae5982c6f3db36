import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { development } from './development.ts'
import { executor } from './executor.ts'
import type { Anvil } from './listen.ts'
import { rpc } from './rpc.ts'

/**
 * Starts a Hardhat 3 node with the development accounts. It mines each transaction at once, has no
 * `eth_simulateV1`, and its newest block is final.
 */
export const startHardhat = async (): Promise<Anvil> => {
  const { network } = await createHardhatRuntimeEnvironment({
    networks: {
      local: {
        type: 'edr-simulated',
        chainType: 'l1',
        chainId: 31337,
        hardfork: 'prague',
        accounts: { mnemonic: development.phrase },
      },
    },
  })
  const server = await network.createServer('local', '127.0.0.1', 0)
  const { address, port } = await server.listen()
  return { url: `http://${address}:${port}`, stop: () => server.close() }
}

/** Puts the executor of one chain on another, which lacks the proxy that deploys it. */
export const copyExecutor = async (from: string, to: string): Promise<void> => {
  const code = await rpc<string>(from, 'eth_getCode', [executor, 'latest'])
  await rpc(to, 'hardhat_setCode', [executor, code])
}
