import {
  BrowserProvider,
  concat,
  Contract,
  type ContractTransactionResponse,
  hashMessage,
  Signature,
  toBeHex,
  toQuantity,
  type TypedDataDomain,
  TypedDataEncoder,
  type TypedDataField,
  verifyMessage,
  verifyTypedData,
} from 'ethers'
import { offer } from './offer'

type Typed = [domain: TypedDataDomain, types: Record<string, TypedDataField[]>, message: object]
type Token = { transfer: (to: string, value: bigint) => Promise<ContractTransactionResponse> }

const abi = [
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
]
const values: string[] = []
const found: string[] = []

/** Finds Volley among the announced wallets (EIP-6963) and creates an ethers provider. */
const discover = async () => {
  const wallet = await BrowserProvider.discover({
    filter(wallets) {
      found.push(...wallets.map(({ name }) => name))
      return wallets.find(({ name }) => name === 'Volley') ?? null
    },
  })
  if (!wallet) throw new Error('no wallet was found')
  wallet.pollingInterval = 100
  return wallet
}

let provider = discover()
const signer = async () => (await provider).getSigner()

/** Creates a new provider after a change of network, as ethers advises. */
const moveBy = async (method: string, params: object) => {
  await (await provider).send(method, [params])
  provider = discover()
  await provider
}

/** Recovers a signature's address on chain, by the precompiled contract `ecrecover`. */
const recover = async (hash: string, signature: string) => {
  const { v, r, s } = Signature.from(signature)
  const data = concat([hash, toBeHex(v, 32), r, s])
  const recovered = await (await provider).call({ to: toBeHex(1, 20), data })
  return `0x${recovered.slice(26)}`
}

offer({
  found: () => provider.then(() => found),
  accounts: async () => (await (await provider).listAccounts()).map(({ address }) => address),
  connect: async () => (await signer()).address,
  chain: async () => (await (await provider).getNetwork()).chainId,
  switch: (chainId: number) =>
    moveBy('wallet_switchEthereumChain', { chainId: toQuantity(chainId) }),
  add: (url: string) =>
    moveBy('wallet_addEthereumChain', {
      chainId: toQuantity(777),
      chainName: 'Own Net',
      rpcUrls: [url],
      nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
    }),
  send: async (to: string) => {
    const sent = await (await signer()).sendTransaction({ to, value: 1n })
    return (await sent.wait())?.status
  },
  sign: async (message: string) => {
    const signature = await (await signer()).signMessage(message)
    return [verifyMessage(message, signature), await recover(hashMessage(message), signature)]
  },
  signTyped: async (...data: Typed) => {
    const signature = await (await signer()).signTypedData(...data)
    const hash = TypedDataEncoder.hash(...data)
    return [verifyTypedData(...data, signature), await recover(hash, signature)]
  },
  watch: async (token: string) => {
    await new Contract(token, abi, await provider).on('Transfer', (_from, _to, value: bigint) =>
      values.push(String(value)),
    )
  },
  watched: () => values,
  write: async (token: string, to: string, value: bigint) => {
    const contract = new Contract(token, abi, await signer()) as unknown as Token
    return (await (await contract.transfer(to, value)).wait())?.status
  },
  rpc: async (method: string, params: unknown[]): Promise<unknown> =>
    (await provider).send(method, params),
})
