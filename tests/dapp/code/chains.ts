import { literal } from './literal'

/** Names that viem's definitions of chains have. */
const names: Record<number, string> = {
  1: 'mainnet',
  10: 'optimism',
  56: 'bsc',
  137: 'polygon',
  8453: 'base',
  31_337: 'foundry',
  42_161: 'arbitrum',
  84_532: 'baseSepolia',
  11_155_111: 'sepolia',
}

/** Code that brings a chain's definition under a name: an import, or a definition for those that viem lacks. */
export const chainIn = (library: 'viem' | 'wagmi', id: number) => {
  const name = names[id]
  if (name)
    return { name, imports: [`import { ${name} } from '${library}/chains'`], definition: [] }
  const definition = literal({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: ['https://rpc.example'] } },
  })
  return {
    name: 'chain',
    imports: [`import { defineChain } from 'viem'`],
    definition: [`const chain = defineChain(${definition})`],
  }
}
