import { encodeFunctionData, numberToHex, parseAbi, serializeTransaction, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '@/lib/db'
import { priceNow } from '@/lib/network/feeOffer'
import { simulateBatch } from '@/lib/simulate/lookAgain'
import type { Quote } from '@/lib/simulate/quote'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { startChain, type Chain } from '../../chain'
import { senderAt } from '../../chain/preconfirmSender'
import { rpc } from '../../chain/rpc'
import { connectSite } from '../../harness/connectSite'
import { alice } from '../accounts'
import { makeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { deployed, type Deployed } from './deployed'
import { into } from './oddQuotes'
import { genesis } from './simulatingNode'

const chainId = 8453
const oracle = '0x420000000000000000000000000000000000000F'
const abi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])

const realFetch = globalThis.fetch

/** Leads Base's requests to the chain, which names Base's first block as its own. */
const serveBase = () =>
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const { id, params } = JSON.parse(init.body as string) as { id: number; params: unknown[] }
    return params[0] === '0x0'
      ? Promise.resolve(Response.json({ jsonrpc: '2.0', id, result: { hash: genesis } }))
      : realFetch(chain.url, init)
  })

let chain: Chain
let watcher: Deployed
beforeAll(async () => {
  chain = await startChain({ chainId, hardfork: 'prague', executor: false, l1Fee: true })
  watcher = await deployed(chain.url, alice, 'WealthWatcher')
  await rpc(chain.url, 'anvil_setBalance', [watcher.address, '0xde0b6b3a7640000'])
})
afterAll(() => chain.stop())
beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
  serveBase()
  await rpc(chain.url, 'anvil_setBalance', [alice, numberToHex(6_000n * ether)])
  await rpc(chain.url, 'anvil_setNextBlockBaseFeePerGas', ['0x64'])
  await rpc(chain.url, 'anvil_mine', ['0x1'])
})

const ether = 10n ** 18n
const coin = { standard: 'native' }
/** Pays 10 wei to whoever has more than 5,000 ether, and 1 wei to others. */
const tithe = (): Call => watcher.call('tithe')

const quoted = () =>
  quoteBatch({ from: alice, chainId, atomicRequired: false, calls: [tithe()] }, 'one')

/** The transaction that is signed at the terms of a quote, and what the chain's oracle asks for its bytes. */
const signedBy = async ({ gas: [gas = '0x0'], fees }: Quote) => {
  if ('gasPrice' in fees) throw new Error('the chain has a base fee')
  const { to, data } = tithe()
  const count = await rpc<Hex>(chain.url, 'eth_getTransactionCount', [alice, 'latest'])
  const terms = {
    ...(to ? { to } : {}),
    data,
    nonce: Number(count),
    gas: BigInt(gas),
    maxFeePerGas: BigInt(fees.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
  }
  const bytes = serializeTransaction({ ...terms, type: 'eip1559', chainId })
  const ask = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [bytes] })
  const l1Fee = await rpc<Hex>(chain.url, 'eth_call', [{ to: oracle, data: ask }, 'latest'])
  return { raw: await senderAt(0, chainId).sign(terms), l1Fee: BigInt(l1Fee) }
}

const weiOf = async () => BigInt(await rpc<Hex>(chain.url, 'eth_getBalance', [alice, 'latest']))

test('the chain’s own fee is what its oracle asks for the signed bytes, or hardly more', async () => {
  const quote = await quoted()
  const { l1Fee } = await signedBy(quote)
  expect(l1Fee).toBeGreaterThan(0n)
  expect(BigInt(quote.l1Fee)).toBeGreaterThan((l1Fee * 9n) / 10n)
  expect(BigInt(quote.l1Fee)).toBeLessThan((l1Fee * 12n) / 10n)
})

test('a contract that knows a simulation by the L1 fee pays what it will pay', async () => {
  const first = await quoted()
  expect(first.changes).toEqual([into(coin, 10n)])
  const { baseFeePerGas } = await rpc<{ baseFeePerGas: Hex }>(chain.url, 'eth_getBlockByNumber', [
    'pending',
    false,
  ])
  const bought = BigInt(first.gas[0] ?? 0) * priceNow(first.fees, baseFeePerGas)
  // After gas it has more than 5,000 ether, after the L1 fee it has less.
  const wealth = 5_000n * ether + bought + BigInt(first.l1Fee) / 2n
  await rpc(chain.url, 'anvil_setBalance', [alice, numberToHex(wealth)])
  const quote = await quoted()
  expect(quote).toMatchObject({ changes: [into(coin, 1n)], unchecked: [] })

  const { gas, fees } = quote
  const batch = makeBatch({ chainId, mode: 'one', calls: [tithe()], gas, fees })
  expect((await simulateBatch(batch, 0)).changes).toEqual([into(coin, 1n)])

  const { raw, l1Fee } = await signedBy(quote)
  // An OP-stack node takes its fee before the transaction runs (op-geth, `buyGas`); anvil takes none.
  const left = wealth - l1Fee
  await rpc(chain.url, 'anvil_setBalance', [alice, numberToHex(left)])
  const hash = await rpc<Hex>(chain.url, 'eth_sendRawTransaction', [raw])
  await rpc(chain.url, 'anvil_mine', ['0x1'])
  const receipt = await rpc<{ gasUsed: Hex; effectiveGasPrice: Hex }>(
    chain.url,
    'eth_getTransactionReceipt',
    [hash],
  )
  const paid = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
  expect((await weiOf()) + paid - left).toBe(1n)
})
