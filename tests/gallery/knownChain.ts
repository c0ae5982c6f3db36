import {
  encodeDeployData,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import type { Address, Hex } from 'viem'
import { base } from 'viem/chains'

import { compile } from '../chain/compile.ts'
import { executorCreation, proxy } from '../chain/executor.ts'
import { rpc } from '../chain/rpc.ts'
import { sendMined } from '../e2e/support/chainState.ts'
import { alice, bob } from '../unit/accounts.ts'

/** Two tokens and an exchange of Base, by the lists that ship with the wallet. */
export const usdc: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const gho: Address = '0x6Bb7a212910682DCFdbd5BCBb3e28FB4E8da10Ee'
export const uniswap: Address = '0x2626664c2603336E57B271c5C0b26F421741e481'

const feeds: [at: Address, description: string, answer: bigint][] = [
  ['0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70', 'ETH / USD', 311_742_000_000n],
  ['0x7e860098F58bBFC8648a4311b374B1D669a2bc6B', 'USDC / USD', 99_998_000n],
  ['0x42868EFcee13C0E71af89c04fF7d96f5bec479b0', 'GHO / USD', 99_961_000n],
  // Of the sequencer: 0 says that it is up.
  ['0xBCF85224fc0756B9Fa45aA7892530B47e10b6433', 'L2 Sequencer Uptime Status Feed', 0n],
]

const minting = parseAbi(['function mint(address to, uint256 value)'])
const making = parseAbi(['function mint(address to)'])

const create = async (url: string, data: Hex): Promise<Address> => {
  const { contractAddress } = await sendMined(url, { from: bob, data })
  if (!contractAddress) throw new Error('a contract of the pictures was not made')
  return contractAddress
}

/** Puts a contract that was made elsewhere at an address, with its first two slots. */
const plant = async (url: string, made: Address, at: Address) => {
  await rpc(url, 'anvil_setCode', [at, await rpc<Hex>(url, 'eth_getCode', [made, 'latest'])])
  for (const slot of [0, 1].map((index) => numberToHex(index, { size: 32 }))) {
    const value = await rpc<Hex>(url, 'eth_getStorageAt', [made, slot, 'latest'])
    await rpc(url, 'anvil_setStorageAt', [at, slot, value])
  }
}

/** Gives somebody of a token that anybody may mint. */
export const mint = (url: string, token: Address, to: Address, value: bigint) =>
  sendMined(url, {
    from: bob,
    to: token,
    data: encodeFunctionData({ abi: minting, functionName: 'mint', args: [to, value] }),
  })

/** Makes a token of a name, which anybody could deploy. */
export const tokenNamed = async (url: string, name: string, symbol: string): Promise<Address> => {
  const { Token } = await compile()
  if (!Token) throw new Error('the token was not compiled')
  return create(url, encodeDeployData({ ...Token, args: [name, symbol, 6] }))
}

/**
 * Makes the chain for Base look as Base does to the wallet: listed tokens with their prices, a known exchange, the
 * executor, and an account with a little of each.
 */
export const makeKnown = async (url: string): Promise<{ prints: Address; drop: Address }> => {
  const [{ Token }, { Feed, ParRouter, Drop, Prints, Many }] = await Promise.all([
    compile(),
    compile('shown'),
  ])
  if (!Token || !Feed || !ParRouter || !Drop || !Prints || !Many)
    throw new Error('nothing was compiled')
  for (const [at, description, answer] of feeds)
    await plant(
      url,
      await create(url, encodeDeployData({ ...Feed, args: [description, answer] })),
      at,
    )
  const tokens = [
    [usdc, 'USD Coin', 'USDC', 6],
    [gho, 'Gho Token', 'GHO', 18],
  ] as const
  for (const [at, name, symbol, decimals] of tokens) {
    const made = await create(url, encodeDeployData({ ...Token, args: [name, symbol, decimals] }))
    await plant(url, made, at)
  }
  await plant(url, await create(url, ParRouter.bytecode), uniswap)
  await plant(url, await create(url, Many.bytecode), base.contracts.multicall3.address)
  const drop = await create(url, encodeDeployData({ ...Drop, args: [gho] }))
  const prints = await create(url, Prints.bytecode)
  await sendMined(url, { from: bob, to: proxy, data: await executorCreation(), gas: '0x5b8d80' })

  await mint(url, usdc, alice, parseUnits('9887.5', 6))
  await mint(url, gho, alice, parseUnits('310', 18))
  await mint(url, gho, uniswap, parseUnits('1000000', 18))
  await mint(url, gho, drop, parseUnits('1000000', 18))
  for (let item = 0; item < 12; item += 1)
    await sendMined(url, {
      from: bob,
      to: prints,
      data: encodeFunctionData({ abi: making, functionName: 'mint', args: [alice] }),
    })
  await rpc(url, 'anvil_setBalance', [alice, numberToHex(parseEther('1.2'))])
  return { prints, drop }
}
