import type { Hash } from 'viem'
import { chainTable, type ChainRow } from './chainTable'
import type { Network } from './network'
import { isLoopback } from './url'

/** A built-in network with the URL of its public RPC, before stored choices are added. */
export type BuiltIn = Omit<Network, 'hosts' | 'isLocal'> & { url: string }

/** Cap on one transaction's gas limit (EIP-7825), in gas; Arbitrum and Polygon allow twice as much. */
const gasCap = 2 ** 24

type Own = Pick<Network, 'refresh'> & { genesis: Hash; url?: string } & Partial<
    Pick<Network, 'opStack' | 'gasCap'>
  >

/**
 * Builds a network from its row of the chain table. A loopback URL may serve any chain: no genesis hash is
 * expected of it.
 */
const from = (
  { id, name, symbol, rpc, explorer, isTestnet }: ChainRow,
  { genesis, url = rpc, ...own }: Own,
): BuiltIn => ({
  chainId: id,
  name,
  symbol,
  decimals: 18,
  explorer,
  ...(isTestnet ? { isTestnet } : {}),
  opStack: false,
  gasCap,
  url,
  ...own,
  ...(url && isLoopback(url) ? {} : { genesis }),
})

const { base, baseSepolia, mainnet, sepolia, optimism, arbitrum, polygon, bsc } = chainTable

const localId = 31337

const local = (url: string): BuiltIn => ({
  chainId: localId,
  name: 'Local',
  symbol: 'ETH',
  decimals: 18,
  isTestnet: true,
  url,
  opStack: true,
  gasCap,
  refresh: 200,
})

/** The built-in networks, the default one first. */
export const builtIn: readonly BuiltIn[] = [
  ...(__LOCAL_URL__ ? [local(__LOCAL_URL__)] : []),
  from(base, {
    url: __BASE_URL__,
    genesis: '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd',
    refresh: 200,
    opStack: true,
  }),
  from(baseSepolia, {
    url: __TESTNET_BASE_URL__,
    genesis: '0x0dcc9e089e30b90ddfc55be9a37dd15bc551aeee999d2e2b51414c54eaf934e4',
    refresh: 200,
    opStack: true,
  }),
  from(mainnet, {
    genesis: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
    refresh: 2000,
  }),
  from(sepolia, {
    genesis: '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9',
    refresh: 2000,
  }),
  from(optimism, {
    genesis: '0x7ca38a1916c42007829c55e69d3e9a73265554b586a499015373241b8a3fa48b',
    refresh: 1000,
    opStack: true,
  }),
  from(arbitrum, {
    genesis: '0x7ee576b35482195fc49205cec9af72ce14f003b9ae69f6ba0faef4514be8b442',
    refresh: 500,
    gasCap: 2 * gasCap,
  }),
  from(polygon, {
    genesis: '0xa9c28ce2141b56c474f1dc504bee9b01eb1bd7d1a507580d5519d4437a97de1b',
    refresh: 1000,
    gasCap: 2 * gasCap,
  }),
  from(bsc, {
    genesis: '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b',
    refresh: 1000,
  }),
]
