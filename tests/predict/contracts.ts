import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  numberToHex,
  type Address,
  type Hex,
} from 'viem'
import { compile } from '../chain/compile.ts'
import { rpc } from '../chain/rpc.ts'
import { senderAt } from '../chain/preconfirmSender.ts'

/** Address of Permit2, equal on every chain. */
export const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Fungible tokens, odd and lying ones among them, whose balance can be read. */
export const coins = [
  'FeeToken',
  'TopFeeToken',
  'RebasingToken',
  'GrowingToken',
  'AccruingToken',
  'Bytes32Token',
  'TacitToken',
  'FalseToken',
  'HookToken',
  'RewardToken',
  'PermitToken',
  'SilentToken',
  'PhantomToken',
  'BoastingToken',
  'DivertingToken',
  'InvertedToken',
  'DisguisedToken',
  'GarbledToken',
  'NoisyToken',
  'HugeBalance',
  'LoudToken',
  'EndlessSymbol',
  'Weth',
] as const

/** Fungible tokens whose balance cannot be read. */
export const unreadable = [
  'RevertingBalance',
  'BurningBalance',
  'LongBalance',
  'ShortBalance',
] as const

export const collections = ['Collection', 'PhantomCollection'] as const

export const items = ['Items', 'DoubleItems'] as const

const others = [
  'Boomerang',
  'Closed',
  'LeakyBank',
  'Intruder',
  'Faucet',
  'Testament',
  'Failing',
  'Market',
  'Aggregator',
  'Permit2Market',
  'Clockwork',
  'PriceWatcher',
  'GasWatcher',
  'CodeWatcher',
  'WealthWatcher',
  'Mint',
  'Prepaid',
  'ReaderLiar',
  'LiarCollection',
  'ApprovalSpam',
] as const

type Plain =
  | (typeof coins)[number]
  | (typeof unreadable)[number]
  | (typeof collections)[number]
  | (typeof items)[number]
  | (typeof others)[number]

/** Names of all contracts that are deployed for the trials. */
export const names = [
  ...coins,
  ...unreadable,
  ...collections,
  ...items,
  ...others,
  'Vault',
  'Reentrant',
  'Shop',
  'Permit2',
  'usdc',
  'dai',
  'swap',
] as const

/** Name of a contract that the trials use. */
export type Name = (typeof names)[number]

/** A token symbol with a text direction mark, markup, a line break and look-alike letters. */
export const loud = '‮<b>UЅDС</b>\u200b\n&lt;script&gt;'

/** Deploys the contracts and takes part in no batch. */
const deployer = senderAt(8)

type Deployment = { name: Exclude<Name, 'Permit2' | 'usdc' | 'dai' | 'swap'>; args: unknown[] }

const address = (nonce: number) =>
  getContractAddress({ from: deployer.address, nonce: BigInt(nonce) })

const plain: Deployment[] = [...coins, ...unreadable, ...collections, ...items, ...others].map(
  (name) => ({ name, args: name === 'LoudToken' ? [loud] : [] }),
)

const placeOf = (wanted: Plain) => address(plain.findIndex(({ name }) => name === wanted))

/** The local chain's own contracts, which the trials share. */
type Known = Record<'usdc' | 'dai' | 'swap', Address>

const deploymentsBeside = ({ usdc, dai }: Known): Deployment[] => [
  ...plain,
  { name: 'Vault', args: [placeOf('PermitToken')] },
  { name: 'Reentrant', args: [placeOf('LeakyBank')] },
  {
    name: 'Shop',
    args: [usdc, dai, placeOf('PermitToken'), placeOf('Collection'), senderAt(1).address],
  },
]

/** Compiles the contracts of the trials, and gives their addresses and calldata by name. */
export const openContracts = async (known: Known) => {
  const deployments = deploymentsBeside(known)
  const odd = await compile('odd')
  const good = await compile()
  const places = new Map<Name, Address>([
    ...(Object.entries(known) as [Name, Address][]),
    ...deployments.map(({ name }, nonce): [Name, Address] => [name, address(nonce)]),
    ['Permit2', permit2],
  ])
  const artifactOf = (name: string) => {
    const kinds: Record<string, typeof good.Token> = {
      swap: good.Swap,
      usdc: good.Token,
      dai: good.Token,
    }
    const artifact = kinds[name] ?? odd[name]
    if (!artifact) throw new Error(`there is no contract ${name}`)
    return artifact
  }
  const at = (name: Name): Address => {
    const place = places.get(name)
    if (!place) throw new Error(`${name} is not deployed`)
    return place
  }
  const encode = (name: string, functionName: string, args: readonly unknown[] = []): Hex =>
    encodeFunctionData({ abi: artifactOf(name).abi, functionName, args })

  return {
    at,
    encode,
    artifactOf,
    /** Deploys all contracts on a chain that mines on command. Throws if one has no code afterwards. */
    deploy: async (url: string) => {
      for (const [nonce, { name, args }] of deployments.entries()) {
        const data = encodeDeployData({ ...artifactOf(name), args })
        const raw = await deployer.sign({ nonce, to: null, data, gas: 3_000_000n })
        await rpc(url, 'eth_sendRawTransaction', [raw])
        if (nonce % 8 === 7) await rpc(url, 'evm_mine')
      }
      await rpc(url, 'evm_mine')
      await rpc(url, 'anvil_setCode', [permit2, artifactOf('Permit2').runtime])
      for (const { name } of deployments)
        if ((await rpc(url, 'eth_getCode', [at(name), 'latest'])) === '0x')
          throw new Error(`${name} was not deployed`)
    },
    /** Calls a contract from the deployer's account, in the next block. */
    tell: async (url: string, to: Name, functionName: string, args: readonly unknown[]) => {
      await rpc(url, 'eth_sendTransaction', [
        {
          from: deployer.address,
          to: at(to),
          data: encode(to, functionName, args),
          gas: '0xf4240',
        },
      ])
    },
    give: (url: string, to: Name, wei: bigint) =>
      rpc(url, 'anvil_setBalance', [at(to), numberToHex(wei)]),
  }
}

export type Contracts = Awaited<ReturnType<typeof openContracts>>
