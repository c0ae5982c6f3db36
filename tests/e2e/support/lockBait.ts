import { expect } from '@playwright/test'
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { alice, bob } from '../../unit/accounts.ts'
import { sendMined, waiting } from './chainState.ts'

/** Units that Bob takes: more than the lock of any small batch lets go. */
const taken = 10n ** 9n

/** Lets Bob take tokens of Alice, as many accounts have let routers. */
export const allowBob = (url: string, token: Address) => {
  const args = [bob, taken] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  return sendMined(url, { from: alice, to: token, data })
}

/**
 * Bob takes them in the block of the one batch that waits in the pool, and before it: with a high tip he goes first.
 * The chain must mine by hand; from then on it mines at once again.
 */
export const takeBefore = async (url: string, token: Address) => {
  // A batch is signed and sent after its site was answered.
  await expect.poll(() => waiting(url)).toBe(1)
  const args = [alice, bob, taken] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
  const [gas, tip] = [numberToHex(1_000_000), numberToHex(10n ** 12n)]
  const dear = { gas, maxFeePerGas: tip, maxPriorityFeePerGas: tip }
  await rpc(url, 'eth_sendTransaction', [{ from: bob, to: token, data, ...dear }])
  await rpc(url, 'evm_mine')
  await rpc(url, 'evm_setAutomine', [true])
}

/** Reads what a spender may still take of Alice. */
export const allowanceOf = async (url: string, token: Address, spender: Address) => {
  const args = [alice, spender] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  return BigInt(await rpc<Hex>(url, 'eth_call', [{ to: token, data }, 'latest']))
}
