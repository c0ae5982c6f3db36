import { encodeDeployData, encodeFunctionData, type Abi, type Address, type Hex } from 'viem'
import { compile } from '../../chain/compile'
import { rpc } from '../../chain/rpc'
import type { Call } from '@/lib/db'

/** A contract on the chain of a test, and calls to it by name. */
export type Deployed = {
  address: Address
  call: (name: string, ...args: unknown[]) => Call
  deploy: Hex
}

/** Deploys a contract from an account that the chain signs for. */
export const deployed = async (
  url: string,
  from: Address,
  name: string,
  ...args: unknown[]
): Promise<Deployed> => {
  const artifact = (await compile())[name] ?? (await compile('odd'))[name]
  if (!artifact) throw new Error(`no contract ${name}`)
  const { abi, bytecode } = artifact
  const deploy = encodeDeployData({ abi, bytecode, args })
  const hash = await rpc<Hex>(url, 'eth_sendTransaction', [{ from, data: deploy, gas: '0x4c4b40' }])
  await rpc(url, 'evm_mine')
  const receipt = await rpc<{ contractAddress: Address }>(url, 'eth_getTransactionReceipt', [hash])
  return {
    address: receipt.contractAddress,
    deploy,
    call: (functionName, ...args) => callTo(receipt.contractAddress, abi, functionName, args),
  }
}

/** A call to a contract by the name of its function. */
export const callTo = (
  to: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
): Call => ({ to, value: '0x0', data: encodeFunctionData({ abi, functionName, args }) })
