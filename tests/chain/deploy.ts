import { setTimeout as wait } from 'node:timers/promises'
import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  numberToHex,
  parseUnits,
} from 'viem'
import type { Address, Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { compile } from './compile.ts'
import { development } from './development.ts'
import { checkExecutor, executor, executorCreation, proxy } from './executor.ts'
import { rpc } from './rpc.ts'

export type DeployOptions = {
  /** True (the default) if the chain has the executor that atomic batches need. */
  executor?: boolean
  /** True if the chain has an L1 data fee, as OP stack chains do. */
  l1Fee?: boolean
}

export type Contracts = {
  chainId: number
  rpcUrl: string
  usdc: Address
  dai: Address
  swap: Address
  executor: Address
}

type Transaction = { to?: Address; data: Hex }

const l1FeeOracle = '0x420000000000000000000000000000000000000F'

const accountAt = (addressIndex: number) =>
  mnemonicToAccount(development.phrase, { addressIndex }).address

/** The deployer's first three transactions create the contracts: equal addresses on each fresh chain. */
const deployer = accountAt(9)
const created = (nonce: bigint) => getContractAddress({ from: deployer, nonce })
export const [usdc, dai, swap] = [created(0n), created(1n), created(2n)]

const fundings = (): { token: Address; to: Address; amount: bigint }[] =>
  [
    { token: usdc, decimals: 6 },
    { token: dai, decimals: 18 },
  ].flatMap(({ token, decimals }) => [
    ...[accountAt(0), accountAt(1)].map((to) => ({
      token,
      to,
      amount: parseUnits('10000', decimals),
    })),
    { token, to: swap, amount: parseUnits('1000000', decimals) },
  ])

const transactions = async (withExecutor: boolean): Promise<Transaction[]> => {
  const { Token, Swap } = await compile()
  if (!Token || !Swap) throw new Error('The contracts of the local chain were not compiled.')
  return [
    { data: encodeDeployData({ ...Token, args: ['USD Coin (local)', 'lUSDC', 6] }) },
    { data: encodeDeployData({ ...Token, args: ['Local DAI', 'lDAI', 18] }) },
    { data: Swap.bytecode },
    ...fundings().map(({ token, to, amount }) => ({
      to: token,
      data: encodeFunctionData({ abi: Token.abi, functionName: 'mint', args: [to, amount] }),
    })),
    ...(withExecutor ? [{ to: proxy, data: await executorCreation() }] : []),
  ]
}

const receiptOf = (url: string, hash: Hex) =>
  rpc<{ status: Hex } | null>(url, 'eth_getTransactionReceipt', [hash])

/** How long a node may take to mine a transaction at once, in ms: a busy machine stands still for many seconds. */
const patience = 60_000

/** Waits until a node that mines each transaction at once has mined this one. */
const mined = async (url: string, hash: Hex): Promise<void> => {
  const deadline = Date.now() + patience
  while (!(await receiptOf(url, hash))) {
    if (Date.now() > deadline) throw new Error('A transaction was not mined at once.')
    await wait(2)
  }
}

/**
 * Sends transactions with explicit nonce and gas, and mines a block, which may be a second away. Where each is mined at
 * once, the next one waits for that: anvil would mine empty blocks for those that share one, after all have been sent.
 */
const sendAll = async (url: string, list: Transaction[]) => {
  const isAtOnce = await rpc<boolean>(url, 'anvil_getAutomine')
  const hashes: Hex[] = []
  for (const [nonce, transaction] of list.entries()) {
    const hash = await rpc<Hex>(url, 'eth_sendTransaction', [
      { ...transaction, from: deployer, nonce: numberToHex(nonce), gas: numberToHex(1_500_000) },
    ])
    hashes.push(hash)
    if (isAtOnce) await mined(url, hash)
  }
  await rpc(url, 'evm_mine')
  for (const hash of hashes) {
    const receipt = await receiptOf(url, hash)
    if (receipt?.status !== '0x1')
      throw new Error('A contract of the local chain was not deployed.')
  }
}

const plantL1FeeOracle = async (url: string) => {
  const { GasPriceOracle } = await compile()
  await rpc(url, 'anvil_setCode', [l1FeeOracle, GasPriceOracle?.runtime])
}

/** Deploys the tokens, the swap and the executor on a fresh chain and funds the first two accounts. */
export const deploy = async (url: string, options: DeployOptions = {}): Promise<Contracts> => {
  const withExecutor = options.executor ?? true
  await sendAll(url, await transactions(withExecutor))
  if (withExecutor) await checkExecutor(url)
  if (options.l1Fee) await plantL1FeeOracle(url)
  const chainId = Number(await rpc<Hex>(url, 'eth_chainId'))
  return { chainId, rpcUrl: url, usdc, dai, swap, executor }
}
