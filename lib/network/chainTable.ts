type Chain = {
  id: number
  name: string
  symbol: string
  /** The public RPC. */
  rpc: string
  explorer: string
  isTestnet?: true
}

/**
 * What viem knows of these chains, and a test holds to it. In its own words here, because viem's bring the
 * formatters and serializers of the OP stack with them, 5 kB gzipped. Each coin has 18 decimals.
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

/** A chain of the table. */
export type KnownChain = Chain
