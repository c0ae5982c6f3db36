import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { concat, type Address, type Hex } from 'viem'
import { proxy } from './executor.ts'
import { rpc } from './rpc.ts'

/** Address of EntryPoint 0.8 on every chain that has it. */
export const entryPoint: Address = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/** The salt with which its makers deployed it (github.com/pimlicolabs/alto, test/e2e/deploy-contracts/constants.ts). */
const salt = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'

const artifact = createRequire(import.meta.url).resolve(
  '@account-abstraction/contracts/artifacts/EntryPoint.json',
)

/** Deploys EntryPoint 0.8 of its npm package where its makers did: its address commits to its code. */
export const deployEntryPoint = async (url: string, from: Address): Promise<void> => {
  const { bytecode } = JSON.parse(await readFile(artifact, 'utf8')) as { bytecode: Hex }
  const creation = { from, to: proxy, data: concat([salt, bytecode]), gas: '0x7a1200' }
  await rpc(url, 'eth_sendTransaction', [creation])
  await rpc(url, 'evm_mine')
  if ((await rpc<Hex>(url, 'eth_getCode', [entryPoint, 'latest'])) === '0x')
    throw new Error('The EntryPoint was not deployed.')
}
