import {
  encodeAbiParameters,
  erc20Abi,
  getAddress,
  stringToHex,
  type Address,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import type { Call, Mode } from '@/lib/db'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { startChain, type Chain } from '../../chain'
import { rpc } from '../../chain/rpc'
import { emptyDatabase } from '../database'
import { useChain } from '../delegate/localChain'
import { alice, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { callTo, deployed, type Deployed } from './deployed'

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])

/** A real chain with contracts on it that do not do what they say, and the wallet's quotes from it. */
export const useOddContracts = () => {
  let chain: Chain
  const odd: Record<string, Deployed> = {}
  const deploy = (name: string, ...args: unknown[]) => deployed(chain.url, alice, name, ...args)
  const at = (name: string): Deployed => {
    const found = odd[name]
    if (!found) throw new Error(`nothing is deployed as ${name}`)
    return found
  }

  const deployAll = async () => {
    odd.fee = await deploy('Unfaithful', 0, text('FEE'), 2n)
    for (const [way, name] of ['', 'reverts', 'loops', 'floods', 'wavers', 'writes'].entries())
      if (name) odd[name] = await deploy('Unfaithful', way, text('BAD'), 2n)
    odd.old = await deploy('Unfaithful', 0, stringToHex('OLD', { size: 32 }), 2n)
    odd.huge = await deploy('Unfaithful', 0, text('A'.repeat(500)), 2n)
    odd.tall = await deploy('Unfaithful', 0, text('TALL'), 300n)
    odd.items = await deploy('Items', false)
    odd.many = await deploy('Items', true)
    odd.prices = await deploy('PriceWatcher')
    await rpc(chain.url, 'anvil_setBalance', [odd.prices.address, '0xde0b6b3a76400000'])
    odd.counter = await deploy('Counter', at('fee').address, at('old').address)
    // Tokens that the counter gives away.
    const { to, data } = at('old').call('transfer', at('counter').address, 100_000n)
    await rpc(chain.url, 'eth_sendTransaction', [{ from: alice, to, data, gas: '0x989680' }])
    await rpc(chain.url, 'evm_mine')
  }

  beforeAll(async () => {
    chain = await startChain({ hardfork: 'prague' })
    await deployAll()
  })
  afterAll(() => chain.stop())
  beforeEach(async () => {
    await emptyDatabase()
    await connectSite()
    useChain(chain.url)
  })

  return {
    at,
    contracts: () => chain.contracts,
    url: () => chain.url,
    usdc: (name: 'approve' | 'transfer', to: Address, amount: bigint) =>
      callTo(chain.contracts.usdc, erc20Abi, name, [to, amount]),
    quoted: (calls: Call[], mode?: Mode, change: Partial<BatchRequest> = {}) =>
      quoteBatch({ from: alice, chainId: 31337, atomicRequired: false, calls, ...change }, mode),
  }
}

/** A payment of so many wei. */
export const pay = (value: bigint): Call => ({
  to: stranger,
  value: `0x${value.toString(16)}`,
  data: '0x',
})

/** Return a change of a quote: an amount that leaves, or one that arrives. */
export const out = (asset: object, amount: bigint) => ({
  asset,
  direction: 'out',
  amount: `0x${amount.toString(16)}`,
})
export const into = (asset: object, amount: bigint) => ({ ...out(asset, amount), direction: 'in' })

/** An ERC-20 token as an asset. */
export const token = (address: Hex) => ({ standard: 'ERC20', address: getAddress(address) })
