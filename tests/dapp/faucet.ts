import {
  encodeFunctionData,
  isAddressEqual,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
  type Address,
  type Hex,
} from 'viem'
import type { LocalChain } from './localChain'

/** Gifts of the faucet, as its buttons name them. */
export const gifts = ['10 ETH', '1,000 lUSDC', '1,000 lDAI'] as const
export type Gift = (typeof gifts)[number]

const mintAbi = parseAbi(['function mint(address to, uint256 value)'])

const mint = (token: Address, to: Address, value: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, value] }),
})

const callFor = (gift: Gift, { usdc, dai }: LocalChain, to: Address) => {
  if (gift === '10 ETH') return { to, value: numberToHex(parseEther('10')) }
  return gift === '1,000 lUSDC'
    ? mint(usdc, to, parseUnits('1000', 6))
    : mint(dai, to, parseUnits('1000', 18))
}

const askNode = async <Result>(url: string, method: string, params: unknown[]) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result?: Result
    error?: { message: string }
  }
  if (result === undefined) throw new Error(error?.message ?? 'The node gave no result.')
  return result
}

/**
 * Has the account of the local chain that holds the most coin pay, which the node signs for: no wallet is asked. A
 * node also lists accounts that somebody impersonates, and these may hold nothing.
 */
export const give = async (gift: Gift, local: LocalChain, to: Address): Promise<Hex> => {
  const accounts = await askNode<Address[]>(local.rpcUrl, 'eth_accounts', [])
  const payers = await Promise.all(
    accounts
      .filter((account) => !isAddressEqual(account, to))
      .map(async (account) => ({
        account,
        wei: BigInt(await askNode<Hex>(local.rpcUrl, 'eth_getBalance', [account, 'latest'])),
      })),
  )
  const richest = payers.reduce((most, payer) => (payer.wei >= most.wei ? payer : most))
  const transaction = { from: richest.account, ...callFor(gift, local, to) }
  return askNode<Hex>(local.rpcUrl, 'eth_sendTransaction', [transaction])
}
