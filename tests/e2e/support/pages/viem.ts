import {
  type Address,
  type Call,
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  erc20Abi,
  type Hex,
  parseAbiItem,
  type TypedDataDefinition,
} from 'viem'
import { anvil, base, baseSepolia } from 'viem/chains'
import { createSiweMessage } from 'viem/siwe'
import { verifyMessage, verifyTypedData } from 'viem/utils'
import { offer } from './offer'

type Injected = Parameters<typeof custom>[0]
type Batch = {
  calls: Call[]
  forceAtomic?: boolean
  experimental_fallback?: boolean
  capabilities?: { paymasterService: { url: string } }
}

const { ethereum } = window as unknown as { ethereum: Injected }
const transport = custom(ethereum)
const values: string[] = []
const blocks: number[] = []
const allowed: string[] = []
const chains: Record<number, Chain> = { 31337: anvil, 8453: base, 84532: baseSepolia }

const approval = parseAbiItem(
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
)
const node = createPublicClient({ chain: anvil, transport, pollingInterval: 100 })
const wallet = createWalletClient({ transport, pollingInterval: 100 })

/** Returns account and chain as a site configures viem, for the network that the wallet is on now. */
const here = async () => {
  const [account] = await wallet.getAddresses()
  const chain = chains[await wallet.getChainId()]
  if (!account || !chain) throw new Error('not connected')
  return { account, chain }
}

const verified = async (message: string, signature: Hex) => {
  const { account: address } = await here()
  const offChain = await verifyMessage({ address, message, signature })
  return [offChain, await node.verifyMessage({ address, message, signature })]
}

offer({
  connect: () => wallet.requestAddresses(),
  accounts: () => wallet.getAddresses(),
  chain: () => wallet.getChainId(),
  switch: (id: number) => wallet.switchChain({ id }),
  add: async (url: string) => {
    const chain = defineChain({
      id: 777,
      name: 'Own Net',
      rpcUrls: { default: { http: [url] } },
      nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
    })
    chains[chain.id] = chain
    await wallet.addChain({ chain })
  },
  capabilities: async () => wallet.getCapabilities(await here()),
  send: async (to: Address) => {
    const hash = await wallet.sendTransaction({ ...(await here()), to, value: 1n })
    return (await node.waitForTransactionReceipt({ hash })).status
  },
  sign: async (message: string) => {
    const { account } = await here()
    return verified(message, await wallet.signMessage({ account, message }))
  },
  signTyped: async (data: TypedDataDefinition) => {
    const { account, account: address } = await here()
    const signature = await wallet.signTypedData({ account, ...data })
    const given = { address, ...data, signature }
    const offChain = await verifyTypedData(given as Parameters<typeof verifyTypedData>[0])
    return [offChain, await node.verifyTypedData(given)]
  },
  signIn: async () => {
    const { account, chain } = await here()
    const { host: domain, href: uri } = location
    const about = { address: account, chainId: chain.id, domain, nonce: 'abcdefgh12', uri }
    const message = createSiweMessage({ ...about, version: '1' })
    const signature = await wallet.signMessage({ account, message })
    return node.verifySiweMessage({ message, signature, domain })
  },
  watch: (token: Address) => {
    node.watchContractEvent({
      address: token,
      abi: erc20Abi,
      eventName: 'Transfer',
      onLogs: (logs) => values.push(...logs.map(({ args }) => String(args.value))),
    })
  },
  watched: () => values,
  watchBlocks: (token: Address) => {
    node.watchBlocks({ emitMissed: true, onBlock: ({ number }) => blocks.push(Number(number)) })
    node.watchEvent({
      address: token,
      event: approval,
      onLogs: (logs) => allowed.push(...logs.map(({ args }) => String(args.value))),
    })
  },
  seen: () => ({ blocks, allowed }),
  write: async (address: Address, to: Address, value: number) => {
    const args = [to, BigInt(value)] as const
    const call = { abi: erc20Abi, functionName: 'transfer', address, args } as const
    const hash = await wallet.writeContract({ ...(await here()), ...call })
    return (await node.waitForTransactionReceipt({ hash })).status
  },
  sendCalls: async (batch: Batch) => wallet.sendCalls({ ...(await here()), ...batch }),
  status: (id: string) => wallet.getCallsStatus({ id }),
  wait: (id: string) => wallet.waitForCallsStatus({ id }),
  // Its own limit is 5 s, which says more about the machine than about the wallet.
  sendCallsSync: async (batch: Batch) =>
    wallet.sendCallsSync({ ...(await here()), ...batch, timeout: 60_000 }),
  disconnect: () =>
    wallet.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
})
