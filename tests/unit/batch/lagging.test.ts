import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRunCheck } from '@/lib/batch/runCheck'
import type { Transaction } from '@/lib/batch/state'
import { journal } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { askEvery } from '@/lib/network/everyNode'
import { request } from '@/lib/network/node'
import { loadNetworks } from '@/lib/network/urls'
import { emptyDatabase } from '../database'
import { hashOf, makeBatch, receiptOf } from './batches'
import { openChain } from './fakeChain'

const chainId = 8453
const url = 'https://pool.example/'

beforeEach(async () => {
  await emptyDatabase()
  await journal.networks.put({ chainId, urls: [url] })
  await loadNetworks()
})

afterEach(() => vi.unstubAllGlobals())

const transaction: Transaction = {
  index: 0,
  kind: 'call',
  nonce: 5,
  hash: hashOf('0'),
  raw: '0x04',
  upgrade: true,
  sent: true,
  sealed: false,
  ran: null,
}

/** Answers of a pool once all of it has the block. */
const known: Record<string, unknown> = {
  eth_chainId: '0x2105',
  eth_getCode: delegation(executor),
  eth_getTransactionCount: '0x7',
  debug_traceTransaction: { type: 'CALL', error: 'execution reverted' },
}

/** Asks the wallet’s only RPC, a pool of which a replica answers null for blocks it does not have, as Besu does. */
const open = (lacking: string[]) => {
  const pool = { lacking, answers: { ...known } }
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const result = pool.lacking.includes(method) ? null : pool.answers[method]
    return Promise.resolve(new Response(JSON.stringify({ jsonrpc: '2.0', id, result })))
  })
  const { chain, world } = openChain(chainId)
  const check = createRunCheck({ ...world, request, every: askEvery })
  const batch = makeBatch({ mode: 'atomic', chainId })
  return { chain, pool, ask: () => check(batch, transaction, receiptOf(transaction.hash)) }
}

test.each(['eth_getCode', 'eth_getTransactionCount'])(
  'a replica that gives null for %s is asked again, and nothing is decided meanwhile',
  async (method) => {
    const { pool, ask } = open([method])
    expect(await ask()).toBeUndefined()
    pool.lacking = []
    expect(await ask()).toBe(true)
  },
)

test('a replica that gives null for a trace is asked again', async () => {
  const { pool, ask } = open(['debug_traceTransaction'])
  pool.answers.eth_getCode = '0x'
  expect(await ask()).toBeUndefined()
  pool.lacking = []
  expect(await ask()).toBeNull()
})

test('a replica that gives null for five minutes counts as one that cannot tell', async () => {
  const { chain, ask } = open(['eth_getCode', 'eth_getTransactionCount', 'debug_traceTransaction'])
  expect(await ask()).toBeUndefined()
  chain.now += 5 * 60_000
  expect(await ask()).toBeNull()
})
