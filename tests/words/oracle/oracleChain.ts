import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  zeroAddress,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { compile } from '../../chain/compile'
import { rpc } from '../../chain/rpc'
import { alice } from '../../unit/accounts'
import { permit2 } from '../../unit/decode/signatures/samples'

export type Call = { from: Address; to: Address; data: Hex; value?: bigint }
export type Log = { address: Address; topics: [Hex, ...Hex[]]; data: Hex }
type Done = { status: Hex; returnData: Hex; logs: Log[] }

export type Artifact = { abi: Abi; bytecode: Hex; runtime: Hex }

/** Seaport 1.6, with the address that all chains have. */
export const seaport: Address = '0x0000000000000068F116a894984e2DB1123eB395'
/** Where OpenZeppelin's contracts stand on the local chain, and what a forwarder calls. */
export const zeppelinToken: Address = '0x00000000000000000000000000000000000Fa101'
export const zeppelinForwarder: Address = '0x00000000000000000000000000000000000fA102'
export const zeppelinCash: Address = '0x00000000000000000000000000000000000fa105'
export const zeppelinOldForwarder: Address = '0x00000000000000000000000000000000000fa106'
export const trusting: Address = '0x00000000000000000000000000000000000fA103'
export const scales: Address = '0x00000000000000000000000000000000000FA104'
/** Uniswap's positions, with the address that Ethereum has. */
export const positions: Address = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'
const factory: Address = '0x1F98431c8aD98523631AE4a59f267346ea31F984'
/** Two tokens that a position needs, in the order of their addresses. */
const pair = [
  '0x00000000000000000000000000000000000fa107',
  '0x00000000000000000000000000000000000fa108',
] as const
const conduits: Address = '0x00000000F9490004C11Cef243f5400493c00Ad63'

/** MultiSend and MultiSendCallOnly, versions 1.3 to 1.5 (@safe-global/safe-deployments 1.37.56). */
const multiSends: readonly Address[] = [
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  '0x998739BFdAAdde7C933B942a68053933098f9EDa',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  '0x218543288004CD07832472D464648173c77D7eB7',
  '0xA83c336B20401Af773B6219BA5027174338D1836',
]

const { resolve } = createRequire(import.meta.url)

const seaportArtifact = (path: string): Artifact =>
  JSON.parse(
    readFileSync(resolve(`@opensea/seaport-js/src/artifacts/seaport/contracts/${path}`), 'utf8'),
  ) as Artifact

/** The creation code of Permit2, as Uniswap ships it with its SDK. */
const permit2Code = (): Hex => {
  const sdk = dirname(resolve('@uniswap/uniswapx-sdk'))
  const text = readFileSync(join(sdk, 'contracts/factories/Permit2__factory.js'), 'utf8')
  const code = /"(0x60c0[0-9a-f]+)"/.exec(text)?.[1]
  if (!code) throw new Error('the package has no code of Permit2')
  return code as Hex
}

const uniswap = (path: string): Hex => {
  const file = resolve(`@uniswap/${path}.json`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { bytecode: Hex }).bytecode
}

const pool = parseAbi([
  'function supply(address account, uint256 amount, address[] venues)',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 price) payable returns (address)',
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(Mint params) payable',
])

/** A local chain with the protocols' own contracts, and the compiled ones of our own. */
export type Node = {
  artifactOf: (name: string) => Artifact
  /** Runs calls one after the other, on the state of the start, `late` seconds from now. */
  run: (
    calls: readonly Call[],
    codes: Readonly<Record<Address, Hex>>,
    late?: bigint,
  ) => Promise<Done[]>
}

export const openNode = async (url: string): Promise<Node> => {
  const artifacts = await compile('signed')
  const artifactOf = (name: string): Artifact => {
    const found = artifacts[name]
    if (!found) throw new Error(`no contract is called ${name}`)
    return found
  }
  const gas = numberToHex(16_000_000)
  const [from] = await rpc<Address[]>(url, 'eth_accounts')

  const send = async (to: Address, data: Hex) => {
    const hash = await rpc<Hex>(url, 'eth_sendTransaction', [{ from, to, data, gas }])
    let receipt: { status: Hex } | null = null
    while (!receipt) receipt = await rpc(url, 'eth_getTransactionReceipt', [hash])
    if (receipt.status !== '0x1') throw new Error(`${to} refuses to be set up`)
  }

  /** Runs creation code at an address of our choice, which it takes for its own. */
  const settle = async (address: Address, creation: Hex) => {
    await rpc(url, 'anvil_setCode', [address, creation])
    const runtime = await rpc<Hex>(url, 'eth_call', [{ to: address, gas }, 'latest'])
    await send(address, '0x')
    await rpc(url, 'anvil_setCode', [address, runtime])
  }

  /** Gives the tests' account the first position of Uniswap, in a pool of two tokens of ours. */
  const openPosition = async (payer: Address) => {
    const [token0, token1] = pair
    for (const token of pair) {
      await rpc(url, 'anvil_setCode', [token, artifactOf('Coins').runtime])
      await send(
        token,
        encodeFunctionData({
          abi: pool,
          functionName: 'supply',
          args: [payer, 10n ** 18n, [positions]],
        }),
      )
    }
    await send(
      positions,
      encodeFunctionData({
        abi: pool,
        functionName: 'createAndInitializePoolIfNecessary',
        args: [token0, token1, 3000, 2n ** 96n],
      }),
    )
    const params = {
      token0,
      token1,
      fee: 3000,
      tickLower: -60,
      tickUpper: 60,
      amount0Desired: 10n ** 6n,
      amount1Desired: 10n ** 6n,
      amount0Min: 0n,
      amount1Min: 0n,
      recipient: alice,
      deadline: 2n ** 40n,
    }
    await send(positions, encodeFunctionData({ abi: pool, functionName: 'mint', args: [params] }))
  }

  const argument = encodeAbiParameters([{ type: 'address' }], [conduits])
  await settle(
    conduits,
    seaportArtifact('conduit/ConduitController.sol/LocalConduitController.json').bytecode,
  )
  await settle(seaport, concat([seaportArtifact('Seaport.sol/Seaport.json').bytecode, argument]))
  await settle(permit2, permit2Code())
  await settle(zeppelinToken, artifactOf('ZeppelinToken').bytecode)
  await settle(zeppelinForwarder, artifactOf('ZeppelinForwarder').bytecode)
  await settle(zeppelinCash, artifactOf('ZeppelinCash').bytecode)
  await settle(zeppelinOldForwarder, artifactOf('ZeppelinOldForwarder').bytecode)
  await settle(trusting, artifactOf('Trusting').bytecode)
  await settle(scales, artifactOf('Scales').bytecode)
  await settle(
    factory,
    uniswap('v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory'),
  )
  const own = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'address' }],
    [factory, zeroAddress, zeroAddress],
  )
  const manager = uniswap(
    'v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager',
  )
  await settle(positions, concat([manager, own]))
  await openPosition(from ?? zeroAddress)
  for (const address of multiSends)
    await rpc(url, 'anvil_setCode', [address, artifactOf('ManyCalls').runtime])
  const block = await rpc<{ timestamp: Hex }>(url, 'eth_getBlockByNumber', ['latest', false])
  const rich = numberToHex(2n ** 200n)

  return {
    artifactOf,
    run: async (calls, codes, late = 60n) => {
      const stateOverrides: Record<string, { balance: Hex; code?: Hex }> = {}
      for (const { from } of calls) stateOverrides[from] = { balance: rich }
      for (const [address, code] of Object.entries(codes))
        stateOverrides[address] = { balance: rich, code }
      const time = numberToHex(BigInt(block.timestamp) + late)
      const [done] = await rpc<{ calls: Done[] }[]>(url, 'eth_simulateV1', [
        {
          blockStateCalls: [
            {
              blockOverrides: { time },
              stateOverrides,
              calls: calls.map(({ value = 0n, ...call }) => ({
                ...call,
                value: numberToHex(value),
                gas: numberToHex(1_500_000),
              })),
            },
          ],
        },
        'latest',
      ])
      if (!done) throw new Error('the node simulated nothing')
      return done.calls
    },
  }
}
