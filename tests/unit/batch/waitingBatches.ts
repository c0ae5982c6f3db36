import { concat, numberToHex, size, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { approveBatch } from '@/lib/batch/approveBatch'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { eventsOf, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { statusCode } from '@/lib/batch/status'
import type { World } from '@/lib/batch/world'
import { journal, type Approval, type Batch, type Call, type Mode } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { suggestFees } from '@/lib/network/fees'
import { request } from '@/lib/network/node'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { simulateBatch } from '@/lib/simulate/lookAgain'
import { acceptedOutcomes } from '@/lib/quotes/accepted'
import { createQuotes } from '@/lib/quotes/quotes'
import { startChain, type Chain } from '../../chain'
import { rpc } from '../../chain/rpc'
import { connectSite } from '../../harness/connectSite'
import { newWorld } from '../../harness/world'
import { emptyDatabase } from '../database'
import { useChain } from '../delegate/localChain'
import { alice, dapp, stranger } from '../accounts'

/** A shop that pays as many wei as its first slot says to whoever calls it: no test needs more of a market. */
export const shop: Address = '0x5400000000000000000000000000000000000054'
const payer = '0x600060006000600060005433' + '5af100'

/** A call to the shop. */
export const buy: Call = { to: shop, value: '0x0', data: '0x01' }

/** A payment of one wei. */
export const pay: Call = { to: stranger, value: '0x1', data: '0x' }

/** One ether and a thousandth of it, in wei. */
export const ether = 10n ** 18n
export const little = 10n ** 15n

/** Code that reverts with data: its own bytes after the first twelve. */
const refusing = (data: Hex): Hex => {
  const length = numberToHex(size(data), { size: 1 }).slice(2)
  return concat([`0x60${length}600c60003960${length}6000fd`, data])
}

let count = 0

/** A real chain with a shop on it, and the wallet's own quotes, approval, runner and looks over it. */
export const useWaitingBatches = () => {
  let chain: Chain
  let snapshot = ''

  beforeAll(async () => {
    chain = await startChain({ hardfork: 'prague' })
    await rpc(chain.url, 'anvil_setCode', [shop, payer])
    await rpc(chain.url, 'anvil_setBalance', [shop, numberToHex(1_000n * ether)])
  })
  afterAll(() => chain.stop())
  beforeEach(async () => {
    await emptyDatabase()
    await connectSite(dapp, [alice], 31337)
    useChain(chain.url)
    if (snapshot) await rpc(chain.url, 'evm_revert', [snapshot])
    snapshot = await rpc<string>(chain.url, 'evm_snapshot')
    await rpc(chain.url, 'anvil_dropAllTransactions')
    await rpc(chain.url, 'evm_setAutomine', [false])
  })

  /** Sets how many wei the shop pays. */
  const setPrice = (wei: bigint) =>
    rpc(chain.url, 'anvil_setStorageAt', [shop, '0x0', numberToHex(wei, { size: 32 })])

  /** Takes `eth_simulateV1` from the node, as some nodes have none. */
  const withoutSimulation = () => {
    useChain(chain.url)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const { id, method } = JSON.parse(init.body as string) as { id: number; method: string }
      if (method !== 'eth_simulateV1') return fetch(url, init)
      const error = { code: -32601, message: 'the method eth_simulateV1 does not exist' }
      return Promise.resolve(Response.json({ jsonrpc: '2.0', id, error }))
    })
  }

  /** Has the shop refuse everybody, with these revert data. */
  const refuse = (data: Hex) => rpc(chain.url, 'anvil_setCode', [shop, refusing(data)])

  const mine = () => rpc(chain.url, 'anvil_mine', ['0x1'])

  /** Opens the runner; each look of it is counted, with the call that it starts from. */
  const open = (change: (world: World) => World = (world) => world) => {
    const looks: number[] = []
    const world = {
      ...change(newWorld(request)),
      simulate: (...asked: Parameters<World['simulate']>) => {
        looks.push(asked[1])
        return simulateBatch(...asked)
      },
    }
    return { looks, world, runner: createRunner(world, suggestFees) }
  }

  /** Approves calls as the screen does: what is accepted is the background's own copy of the outcome. */
  const approve = async (calls: Call[], mode: Mode): Promise<Batch> => {
    const id = `waiting ${++count}`
    const atomicRequired = mode === 'atomic'
    const asked: BatchRequest = { from: alice, chainId: 31337, atomicRequired, calls }
    const quotes = createQuotes({
      quote: () => quoteBatch(asked, mode),
      headOf: () => Promise.resolve(''),
      refreshOf: () => Promise.resolve(0),
      now: () => 0,
      wait: () => Promise.resolve(),
      awake: () => undefined,
    })
    const { quote, outcome } = await quotes.ask({ id })
    const accepted = await acceptedOutcomes(quotes, id, { mode, outcomes: [outcome] })
    if (accepted === 'changed') throw new Error('the outcome is not remembered')
    const row = { id, origin: dapp, method: 'wallet_sendCalls' } as Approval
    const { gas, fees, verdict: expected, upgrade } = quote
    const delegate = quote.delegate ?? executor
    const terms = { mode, delegate, gas, fees, expected, upgrade }
    const { write } = await approveBatch(row, asked, id, { ...terms, ...accepted })
    await write()
    const batch = await journal.batches.get(id)
    if (!batch) throw new Error('nothing is in the journal')
    return batch
  }

  return {
    url: () => chain.url,
    usdc: () => chain.contracts.usdc,
    setPrice,
    withoutSimulation,
    refuse,
    mine,
    open,
    approve,
    weiOf: async (account: Address) =>
      BigInt(await rpc<Hex>(chain.url, 'eth_getBalance', [account, 'latest'])),
  }
}

/** The types of a batch's events, in order. */
export const typesOf = async ({ key }: Batch) => (await eventsOf(key)).map(({ type }) => type)

/** The status code of a batch (EIP-5792). */
export const codeOf = async (batch: Batch) => statusCode(batch, await stateOf(batch.key))
