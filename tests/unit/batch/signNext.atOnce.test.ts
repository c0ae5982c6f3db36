import { parseTransaction, type Hex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { createRunner } from '@/lib/batch/runner'
import { signNext } from '@/lib/batch/signNext'
import { executor, executorCodeHash } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { executorCode } from '../delegate/executorCode'
import { alice, stranger } from '../accounts'
import { storeBatch } from './batches'
import { openChain } from './fakeChain'

const hour = 60 * 60_000

beforeEach(emptyDatabase)

test('all that the node is asked before a signature is asked before it answers', async () => {
  const { chain, world } = openChain()
  chain.answers = {
    eth_getCode: ([address]: [Hex]) => (address === alice ? '0x' : executorCode),
  }
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  const asked: unknown[] = []
  const request: typeof world.request = async (...of) => {
    asked.push(of[1] === 'eth_getCode' ? of[2][0] : of[1])
    await held
    return world.request(...of)
  }
  const checkers = [{ address: stranger, code: executorCodeHash }]
  const batch = await storeBatch({ mode: 'atomic', upgrade: true, locks: [], checkers })
  chain.now = batch.createdAt + 1
  const wasReset = async () => {
    asked.push('reset')
    await held
    return false
  }
  const signing = signNext({ ...world, request }, batch, 0, wasReset)
  await expect.poll(() => asked).toHaveLength(6)
  expect(asked).toEqual(
    expect.arrayContaining(['reset', alice, executor, stranger, 'eth_getTransactionCount']),
  )
  release()
  expect(await signing).toMatchObject([{ type: 'signed' }])
  expect(asked).toHaveLength(6)
})

test('what was asked of the chain while the decision was written is not asked again', async () => {
  const { chain, world } = openChain()
  const runner = createRunner(world, () => Promise.reject(new Error('no fees are needed')))
  const batch = await storeBatch({ mode: 'one' })
  chain.now = batch.createdAt + 1
  runner.prepare(batch)
  const counts = ['eth_getTransactionCount', 'eth_getTransactionCount']
  const before = ['eth_chainId', 'eth_getBlockByNumber', ...counts, 'eth_getCode']
  expect(chain.asked).toEqual(before)
  await runner.advance()
  expect(chain.asked).toEqual([...before, 'eth_sendRawTransaction'])
})

test('what was asked at the click is asked again once something happened to a batch', async () => {
  const { chain, world } = openChain()
  const runner = createRunner(world, () => Promise.reject(new Error('no fees are needed')))
  const batch = await storeBatch({ mode: 'one' })
  const other = await storeBatch({ mode: 'one' })
  chain.now = batch.createdAt + 1
  runner.prepare(batch)
  await runner.cancel(other.key)
  const counts = chain.asked.filter((method) => method === 'eth_getTransactionCount')
  expect(counts).toHaveLength(4)
})

test('the nonce is read anew after a simulation, during which another wallet may use it', async () => {
  const { chain, world } = openChain()
  const simulate: typeof world.simulate = (...of) => {
    chain.count++
    return world.simulate(...of)
  }
  const runner = createRunner({ ...world, simulate }, () => Promise.reject(new Error('no fees')))
  const late = await storeBatch({ mode: 'one', expected: 'succeeds' })
  chain.now = late.createdAt + 6_000
  const nonce = chain.count
  runner.prepare(late)
  await runner.advance()
  expect(chain.looks).toHaveLength(1)
  expect(chain.sent.map((raw) => parseTransaction(raw).nonce)).toEqual([nonce + 1])
})

test('a chain that was started anew ends a batch, unless a day has', async () => {
  const { chain, world } = openChain()
  const batch = await storeBatch()
  const wasReset = () => Promise.resolve(true)
  for (const [age, reason] of [
    [1, 'reset'],
    [hour, 'reset'],
    [25 * hour, 'expired'],
  ] as const) {
    chain.now = batch.createdAt + age
    expect(await signNext(world, batch, 0, wasReset)).toEqual([{ type: 'stopped', reason }])
  }
  expect(chain.signatures).toBe(0)
})
