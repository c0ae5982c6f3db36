import { createRequire } from 'node:module'
import type * as sdkCore from '@uniswap/sdk-core'
import type * as uniswapX from '@uniswap/uniswapx-sdk'
import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import { contractName, knownContracts, multicall3, permit2 } from '@/lib/decode/contracts'
import { builtIn } from '@/lib/network/builtIn'

// As modules of their own, these packages are transformed file by file, and each tells that its source map is missing.
const load = createRequire(import.meta.url)
const { CHAIN_TO_ADDRESSES_MAP, V2_ROUTER_ADDRESSES, WETH9 } = load(
  '@uniswap/sdk-core',
) as typeof sdkCore
const { PERMIT2_MAPPING } = load('@uniswap/uniswapx-sdk') as typeof uniswapX

const { base, baseSepolia, mainnet } = chains

const nameOf = (address: string | undefined, chainId: number) =>
  contractName((address ?? '0x') as `0x${string}`, chainId)

test.each([mainnet.id, base.id, baseSepolia.id])('WETH on %i is that of its package', (chainId) => {
  expect(nameOf(WETH9[chainId]?.address, chainId)).toBe('WETH')
  const named = knownContracts(chainId).filter((address) => nameOf(address, chainId) === 'WETH')
  expect(named).toEqual([WETH9[chainId]?.address])
})

test('routers are those of the package, on its chains alone', () => {
  const v3 = [base.id, baseSepolia.id].map((id) => CHAIN_TO_ADDRESSES_MAP[id].swapRouter02Address)
  expect(nameOf(v3[0], base.id)).toBe('Uniswap V3 router')
  expect(nameOf(v3[1], baseSepolia.id)).toBe('Uniswap V3 router')
  expect(nameOf(v3[0], baseSepolia.id)).toBeUndefined()
  const v2 = V2_ROUTER_ADDRESSES[base.id]
  expect(nameOf(v2, base.id)).toBe('Uniswap V2 router')
  expect(nameOf(v2, baseSepolia.id)).toBeUndefined()
})

test('Permit2 is that of its maker on each built-in network that it is on', () => {
  const told = builtIn.flatMap(({ chainId }) => PERMIT2_MAPPING[chainId] ?? [])
  expect(told.length).toBeGreaterThan(4)
  for (const address of told) expect(address.toLowerCase()).toBe(permit2.toLowerCase())
  for (const { chainId } of builtIn) expect(nameOf(permit2, chainId)).toBe('Permit2')
})

test('Multicall3 is that of viem on each built-in network', () => {
  for (const { chainId } of builtIn) {
    const chain = Object.values(chains).find(({ id }) => id === chainId)
    const known = chain?.contracts && 'multicall3' in chain.contracts && chain.contracts.multicall3
    // The local chain is no network of viem's list that has one.
    if (chainId !== 31337)
      expect(known && known.address.toLowerCase()).toBe(multicall3.toLowerCase())
    expect(nameOf(multicall3, chainId)).toBe('Multicall3')
  }
})
