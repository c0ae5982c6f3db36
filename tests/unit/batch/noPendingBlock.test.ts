import { parseTransaction, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startChain, type Chain } from '../../chain/index.ts'
import { rpc } from '../../chain/rpc.ts'
import { askChain } from '../../harness/askChain.ts'
import { newWorld } from '../../harness/world.ts'
import { stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { journal } from '@/lib/db'
import { suggestFees } from '@/lib/network/fees'
import { emptyDatabase } from '../database'
import { storeBatch } from './batches'
import { cancel, speedUp } from './runnerHarness'

let chain: Chain
const realFetch = globalThis.fetch

/** Answers as a node that makes no pending block, which is the default of some. */
const fetchWithoutPending = (_: string, init: { body: string }) => {
  const { id, params } = JSON.parse(init.body) as { id: number; params: unknown[] }
  if (init.body.includes('"eth_getBlockByNumber"') && params[0] === 'pending')
    return Promise.resolve(new Response(JSON.stringify({ jsonrpc: '2.0', id, result: null })))
  return realFetch(chain.url, init)
}

beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague' })
})
afterAll(() => chain.stop())

beforeEach(async () => {
  await emptyDatabase()
  await rpc(chain.url, 'evm_setAutomine', [false])
  vi.stubGlobal('fetch', fetchWithoutPending)
})

/** Signs an upgrade at the fees that a node without a pending block suggests. */
const upgrading = async () => {
  const world = newWorld((_, method, params) => {
    const isPending = method === 'eth_getBlockByNumber' && params[0] === 'pending'
    return isPending ? Promise.resolve(null) : askChain(chain.url, method, params)
  })
  const fees = await suggestFees(31337)
  const runner = createRunner(world, () => suggestFees(31337))
  const batch = await storeBatch({
    genesis: null,
    gas: ['0x493e0'],
    fees,
    mode: 'atomic',
    upgrade: true,
  })
  await journal.events.toCollection().modify({ at: world.now() })
  await runner.advance()
  return { runner, key: batch.key }
}

const transactionsOf = async (key: string) =>
  (await stateOf(key)).transactions.map((one) => ({ ...one, ...parseTransaction(one.raw) }))

test('without a pending block an upgrade, its dearer twin and its cancellation have a price', async () => {
  const { runner, key } = await upgrading()
  await speedUp(runner, key)
  await cancel(runner, key)
  const transactions = await transactionsOf(key)
  expect(transactions.map(({ type, sent, kind }) => [type, sent, kind])).toEqual([
    ['eip7702', true, 'call'],
    ['eip7702', true, 'call'],
    ['eip7702', true, 'cancel'],
  ])
  const { baseFeePerGas } = await rpc<{ baseFeePerGas: Hex }>(chain.url, 'eth_getBlockByNumber', [
    'latest',
    false,
  ])
  for (const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } of transactions) {
    expect(maxFeePerGas).toBeGreaterThan(BigInt(baseFeePerGas))
    expect(maxPriorityFeePerGas).toBeGreaterThan(0n)
  }
  await rpc(chain.url, 'anvil_mine', ['0x1'])
  await runner.look(31337)
  const [, , last] = await transactionsOf(key)
  expect(last?.receipt?.status).toBe('0x1')
})
