import { type Address, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { compile } from '../../chain/compile.ts'
import { senderAt } from '../../chain/preconfirmSender.ts'
import { sendMined } from './chainState.ts'

/** Deployer and owner of the odd contracts. */
const owner = senderAt(8).address

/** Deploys an odd contract on a chain that mines at once; `tell` sends it a transaction from its owner. */
export const plant = async (url: string, name: string, args: readonly unknown[] = []) => {
  const artifact = (await compile('odd'))[name]
  if (!artifact) throw new Error(`There is no odd contract ${name}.`)
  const send = (transaction: { to?: Address; data: Hex }) =>
    sendMined(url, { from: owner, gas: '0x4c4b40', ...transaction })
  const encode = (functionName: string, values: readonly unknown[] = []): Hex =>
    encodeFunctionData({ abi: artifact.abi, functionName, args: values })
  const deployed = await send({ data: encodeDeployData({ ...artifact, args }) })
  const address = deployed.contractAddress
  if (!address) throw new Error(`${name} was not deployed.`)
  return {
    address,
    encode,
    tell: (functionName: string, values: readonly unknown[] = []) =>
      send({ to: address, data: encode(functionName, values) }),
  }
}
