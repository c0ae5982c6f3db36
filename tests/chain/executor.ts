import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { concat, keccak256, pad } from 'viem'
import type { Address, Hex } from 'viem'
import { rpc } from './rpc.ts'

/** Address of eth-infinitism's Simple7702Account v0.8, as its npm artifact is deployed with salt 0. */
export const executor: Address = '0xe6Cae83BdE06E4c305530e199D7217f42808555B'

/** Address of the deterministic deployment proxy, which anvil has from its first block. */
export const proxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const codeHash = '0xcc7b633aef4b2543cb8f37522adf1a401f910f0f6b2430c1eecc11f401ccfcf3'
const salt = pad('0x0')

const artifact = createRequire(import.meta.url).resolve(
  '@account-abstraction/contracts/artifacts/Simple7702Account.json',
)

/** Returns the calldata for the proxy that creates the executor. */
export const executorCreation = async (): Promise<Hex> => {
  const { bytecode } = JSON.parse(await readFile(artifact, 'utf8')) as { bytecode: Hex }
  return concat([salt, bytecode])
}

/** Throws if the executor's code differs from the code that the wallet trusts by its hash. */
export const checkExecutor = async (url: string) => {
  const code = await rpc<Hex>(url, 'eth_getCode', [executor, 'latest'])
  if (keccak256(code) !== codeHash)
    throw new Error(`The executor at ${executor} does not have the code it should have.`)
}
