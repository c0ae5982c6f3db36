import type { Address } from 'viem'
import { sameAddress } from '../values/address'

const base = 8453
const baseSepolia = 84532
const mainnet = 1
const sepolia = 11155111
const optimism = 10
const arbitrum = 42161
const polygon = 137
const bsc = 56

/** The chain of development, which may be a copy of Base; a package does not know it. */
const local = __LOCAL_URL__ ? [31337] : []

/** Uniswap's Permit2, at one address on every chain that has it. */
export const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Multicall3, at one address on every chain that has it. */
export const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Marks contracts with one address on all chains: no other code can be deployed at it. */
const everywhere = null

const router = 'Uniswap Universal Router'

/**
 * Contracts by their makers' names. An address means nothing on another chain: Uniswap's V2 router on Base is its V3
 * factory on Base Sepolia. Packages that hold them, all MIT: Permit2, `@uniswap/permit2-sdk` 1.4.0; Multicall3, `viem`
 * 2.57.1; WETH and the routers V2 and V3, `@uniswap/sdk-core` 7.19.4; Universal Router 2.0, `CHAIN_CONFIGS` in
 * src/utils/constants.ts of `@uniswap/universal-router-sdk` 5.13.0; Aerodrome, dist/address-book/base/platforms of
 * `@beefyfinance/blockchain-addressbook` 0.59.18.
 */
const table: readonly [name: string, chains: readonly number[] | null, Address][] = [
  ['Permit2', everywhere, permit2],
  ['Multicall3', everywhere, multicall3],
  ['WETH', [base, baseSepolia], '0x4200000000000000000000000000000000000006'],
  ['WETH', [mainnet], '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
  [router, [base, ...local], '0x6fF5693b99212Da76ad316178A184AB56D299b43'],
  [router, [baseSepolia], '0x492E6456D9528771018DeB9E87ef7750EF184104'],
  [router, [mainnet], '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'],
  [router, [sepolia], '0x3A9D48AB9751398BbFa63ad67599Bb04e4BdF98b'],
  [router, [optimism], '0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507'],
  [router, [arbitrum], '0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3'],
  [router, [polygon], '0x1095692A6237d83C6a72F3F5eFEdb9A670C49223'],
  [router, [bsc], '0x1906c1d672b88cD1B9aC7593301cA990F94Eae07'],
  ['Uniswap V3 router', [base], '0x2626664c2603336E57B271c5C0b26F421741e481'],
  ['Uniswap V3 router', [baseSepolia], '0x94cC0AaC535CCDB3C01d6787D6413C739ae12bc4'],
  ['Uniswap V2 router', [base], '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'],
  ['Aerodrome router', [base], '0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43'],
]

/** Returns the name of a known contract on a chain, undefined for any other. */
export const contractName = (address: Address, chainId: number): string | undefined =>
  table.find(
    ([, chains, known]) => sameAddress(known, address) && (chains?.includes(chainId) ?? true),
  )?.[0]

/** Returns the addresses of all contracts with a known name on a chain. */
export const knownContracts = (chainId: number): Address[] =>
  table.filter(([, chains]) => chains?.includes(chainId) ?? true).map(([, , address]) => address)

/** Returns Uniswap's Universal Router on a chain, undefined where none is known. */
export const universalRouterOn = (chainId: number): Address | undefined =>
  table.find(([name, chains]) => name === router && chains?.includes(chainId))?.[2]
