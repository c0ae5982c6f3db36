import { setTimeout } from 'node:timers/promises'
import { type Address, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { compile } from '../../chain/compile.ts'
import { rpc } from '../../chain/rpc.ts'
import { senderAt } from '../../chain/preconfirmSender.ts'

type Receipt = { status: Hex; contractAddress: Address }

/** Who deploys, and turns what can be turned. */
const owner = senderAt(8).address

/** Puts an odd contract on a chain that mines at once; `tell` has its owner do something with it. */
export const plant = async (url: string, name: string, args: readonly unknown[] = []) => {
  const artifact = (await compile('odd'))[name]
  if (!artifact) throw new Error(`There is no odd contract ${name}.`)
  const send = async (transaction: { to?: Address; data: Hex; value?: Hex }) => {
    const hash = await rpc<Hex>(url, 'eth_sendTransaction', [
      { from: owner, gas: '0x4c4b40', ...transaction },
    ])
    // It is mined at once, and told a moment later.
    for (;;) {
      const receipt = await rpc<Receipt | null>(url, 'eth_getTransactionReceipt', [hash])
      if (receipt) return receipt
      await setTimeout(5)
    }
  }
  const encode = (functionName: string, values: readonly unknown[] = []): Hex =>
    encodeFunctionData({ abi: artifact.abi, functionName, args: values })
  const deployed = await send({ data: encodeDeployData({ ...artifact, args }) })
  const address = deployed.contractAddress
  return {
    address,
    encode,
    tell: (functionName: string, values: readonly unknown[] = []) =>
      send({ to: address, data: encode(functionName, values) }),
  }
}
