import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { encodeDeployData, zeroAddress, zeroHash, type Abi, type Address, type Hex } from 'viem'
import { rpc } from './rpc.ts'

/** Address of Uniswap's Universal Router on Base. */
export const universalRouter: Address = '0x6fF5693b99212Da76ad316178A184AB56D299b43'

const artifact = createRequire(import.meta.url).resolve(
  '@uniswap/universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
)

/** Its constructor's addresses lead nowhere: only what reads no other contract of Uniswap works. */
const parameters = {
  permit2: zeroAddress,
  weth9: zeroAddress,
  v2Factory: zeroAddress,
  v3Factory: zeroAddress,
  pairInitCodeHash: zeroHash,
  poolInitCodeHash: zeroHash,
  v4PoolManager: zeroAddress,
  v3NFTPositionManager: zeroAddress,
  v4PositionManager: zeroAddress,
  spokePool: zeroAddress,
}

/** Puts the Universal Router of its npm package on a chain, at its address on Base. */
export const plantRouter = async (url: string, from: Address): Promise<void> => {
  const { abi, bytecode } = JSON.parse(await readFile(artifact, 'utf8')) as {
    abi: Abi
    bytecode: Hex
  }
  const data = encodeDeployData({ abi, bytecode, args: [parameters] })
  const runtime = await rpc<Hex>(url, 'eth_call', [{ from, data, gas: '0xffffff' }, 'latest'])
  await rpc(url, 'anvil_setCode', [universalRouter, runtime])
}
