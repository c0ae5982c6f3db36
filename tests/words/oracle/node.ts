import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { concat, encodeAbiParameters, numberToHex, type Abi, type Address, type Hex } from 'viem'
import { compile } from '../../chain/compile'
import { rpc } from '../../chain/rpc'
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
export const trusting: Address = '0x00000000000000000000000000000000000fA103'
export const scales: Address = '0x00000000000000000000000000000000000FA104'
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

  /** Runs creation code at an address of our choice, which it takes for its own. */
  const settle = async (address: Address, creation: Hex) => {
    await rpc(url, 'anvil_setCode', [address, creation])
    const runtime = await rpc<Hex>(url, 'eth_call', [{ to: address, gas }, 'latest'])
    const [from] = await rpc<Address[]>(url, 'eth_accounts')
    await rpc(url, 'eth_sendTransaction', [{ from, to: address, gas }])
    await rpc(url, 'anvil_setCode', [address, runtime])
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
  await settle(trusting, artifactOf('Trusting').bytecode)
  await settle(scales, artifactOf('Scales').bytecode)
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
