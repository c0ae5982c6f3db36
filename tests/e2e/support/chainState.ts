import { setTimeout } from 'node:timers/promises'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { listed } from '../../chain/delegates.ts'
import { executor } from '../../chain/executor.ts'
import type { Contracts } from '../../chain/deploy.ts'
import { rpc } from '../../chain/rpc.ts'
import { stranger } from '../../unit/accounts.ts'

const swapAbi = parseAbi([
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut) returns (uint256 out)',
])

const sold = parseUnits('100', 6)
const bought = parseUnits('200', 18)

/**
 * Builds calls that swap 100 lUSDC for 200 lDAI and send 50 lDAI on; the swap reverts if `minOut` is over
 * 200.
 */
export const swapCalls = ({ usdc, dai, swap }: Contracts, minOut = bought) => [
  {
    to: usdc,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [swap, sold] }),
  },
  {
    to: swap,
    data: encodeFunctionData({
      abi: swapAbi,
      functionName: 'swap',
      args: [usdc, dai, sold, minOut],
    }),
  },
  {
    to: dai,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [stranger, parseUnits('50', 18)],
    }),
  },
]

/** Builds calls that approve three times what they swap, so that a lock takes the rest back. */
export const generousCalls = (contracts: Contracts) => [
  {
    to: contracts.usdc,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [contracts.swap, 3n * sold],
    }),
  },
  ...swapCalls(contracts).slice(1, 2),
]

/** A minimum output above the swap's, so that it reverts. */
export const tooMuch = bought + 1n

/** Reads an account's balance of a token. */
export const tokensOf = async (url: string, token: Address, owner: Address) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  return BigInt(await rpc<Hex>(url, 'eth_call', [{ to: token, data }, 'latest']))
}

/** Reads an account's balance in wei. */
export const weiOf = async (url: string, owner: Address) =>
  BigInt(await rpc<Hex>(url, 'eth_getBalance', [owner, 'latest']))

/** Reads the number of nonces that an account has used in blocks. */
export const nonceOf = async (url: string, account: Address) =>
  Number(await rpc<Hex>(url, 'eth_getTransactionCount', [account, 'latest']))

/** Reads the code of an account. */
export const codeOf = (url: string, account: Address) =>
  rpc<Hex>(url, 'eth_getCode', [account, 'latest'])

/** Reads the number of pending transactions in the node's pool. */
export const waiting = async (url: string) =>
  Number((await rpc<{ pending: Hex }>(url, 'txpool_status')).pending)

type PoolContent = { pending: Record<Address, Record<string, { to: Address; input: Hex }>> }

/** Reads receiver and calldata of the pending transactions in the node's pool. */
export const pooled = async (url: string) => {
  const { pending } = await rpc<PoolContent>(url, 'txpool_content')
  return Object.values(pending)
    .flatMap((ofSender) => Object.values(ofSender))
    .map(({ to, input }) => ({ to, input }))
}

type Receipt = { type: Hex; status: Hex; contractAddress: Address | null }

/**
 * Returns the receipt of a transaction that was sent, once a block holds it: between its pool and its block a node
 * knows it for a moment neither here nor there.
 */
export const receiptOf = async (url: string, hash: Hex): Promise<Receipt> => {
  for (;;) {
    const receipt = await rpc<Receipt | null>(url, 'eth_getTransactionReceipt', [hash])
    if (receipt) return receipt
    await setTimeout(5)
  }
}

/** Returns a transaction that was sent, as the node has it in its block. */
export const transactionOf = async (url: string, hash: Hex) => {
  await receiptOf(url, hash)
  return rpc<Record<'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas', Hex>>(
    url,
    'eth_getTransactionByHash',
    [hash],
  )
}

/**
 * Sends a transaction of an account that the node holds keys of, on a chain that mines at once, and returns its
 * receipt. Throws if it reverted: the node reckons gas on the last block, so the next one must wait for this.
 */
export const sendMined = async (
  url: string,
  transaction: { from: Address; to?: Address; data: Hex; gas?: Hex },
): Promise<Receipt> => {
  const hash = await rpc<Hex>(url, 'eth_sendTransaction', [transaction])
  const receipt = await receiptOf(url, hash)
  if (receipt.status !== '0x1') throw new Error(`Transaction ${hash} reverted.`)
  return receipt
}

/** Gives an account coin, and the chain the code for which Ledger's app signs. */
export const readyForDevice = async (url: string, account: Address) => {
  await rpc(url, 'anvil_setBalance', [account, `0x${parseEther('9').toString(16)}`])
  const code = await rpc(url, 'eth_getCode', [executor, 'latest'])
  await rpc(url, 'anvil_setCode', [listed.simple, code])
}
