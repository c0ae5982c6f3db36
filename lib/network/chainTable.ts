type Chain = {
  id: number
  name: string
  symbol: string
  /** URL of the public RPC. */
  rpc: string
  explorer: string
  isTestnet?: true
}

/**
 * The facts of viem's chain definitions that the wallet needs; a test compares the two. Stated here because
 * importing viem's would bundle the OP stack's formatters and serializers, 5 kB gzipped. Each coin has 18
 * decimals.
 */
export const chainTable = {
  base: {
    id: 8453,
    name: 'Base',
    symbol: 'ETH',
    rpc: 'https://mainnet.base.org',
    explorer: 'https://basescan.org',
  },
  baseSepolia: {
    id: 84532,
    name: 'Base Sepolia',
    symbol: 'ETH',
    isTestnet: true,
    rpc: 'https://sepolia.base.org',
    explorer: 'https://sepolia.basescan.org',
  },
  mainnet: {
    id: 1,
    name: 'Ethereum',
    symbol: 'ETH',
    rpc: 'https://ethereum.reth.rs/rpc',
    explorer: 'https://etherscan.io',
  },
  sepolia: {
    id: 11155111,
    name: 'Sepolia',
    symbol: 'ETH',
    isTestnet: true,
    rpc: 'https://11155111.rpc.thirdweb.com',
    explorer: 'https://sepolia.etherscan.io',
  },
  optimism: {
    id: 10,
    name: 'OP Mainnet',
    symbol: 'ETH',
    rpc: 'https://mainnet.optimism.io',
    explorer: 'https://optimistic.etherscan.io',
  },
  arbitrum: {
    id: 42161,
    name: 'Arbitrum One',
    symbol: 'ETH',
    rpc: 'https://arb1.arbitrum.io/rpc',
    explorer: 'https://arbiscan.io',
  },
  polygon: {
    id: 137,
    name: 'Polygon',
    symbol: 'POL',
    rpc: 'https://polygon.drpc.org',
    explorer: 'https://polygonscan.com',
  },
  bsc: {
    id: 56,
    name: 'BNB Smart Chain',
    symbol: 'BNB',
    rpc: 'https://56.rpc.thirdweb.com',
    explorer: 'https://bscscan.com',
  },
} as const satisfies Record<string, Chain>

/** One row of the chain table. */
export type ChainRow = Chain
