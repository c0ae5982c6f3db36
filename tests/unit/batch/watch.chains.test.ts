import { keccak256, type Hex } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import { append, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { statusCode } from '@/lib/batch/status'
import { createWatch } from '@/lib/batch/watch'
import type { World } from '@/lib/batch/world'
import { rpcError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'
import { openChain } from './fakeChain'
import { fees } from './runnerHarness'

beforeEach(emptyDatabase)

/** Two networks: Local answers, `silent` never does, and holds its lane for ever. */
const open = (silent: number) => {
  const place = openChain()
  const { chain, include } = place
  chain.answers.eth_sendRawTransaction = ([raw]: [Hex]) => {
    chain.sent.push(raw)
    chain.count++
    include(keccak256(raw))
    chain.latest++
  }
  const asked: number[] = []
  const world: World = {
    ...place.world,
    request: (chainId, ...question) => {
      asked.push(chainId)
      return chainId === silent
        ? new Promise(() => undefined)
        : place.world.request(chainId, ...question)
    },
  }
  const awake = vi.fn()
  const runner = createRunner(world, fees)
  return { ...place, asked, awake, watch: createWatch(world, runner, awake) }
}

test('a network that never answers delays no other, and the worker stays awake for both', async () => {
  const { chain, awake, watch } = open(84532)
  await storeBatch({ chainId: 84532, mode: 'one' })
  const batch = await storeBatch()
  void watch.wake()
  await vi.waitFor(async () => expect(statusCode(batch, await stateOf(batch.key))).toBe(200))
  expect(chain.sent).toHaveLength(2)
  expect(awake.mock.calls[0]).toEqual([{ now: true, later: true }])
  expect(awake).toHaveBeenLastCalledWith({ now: true, later: true })
})

test('the worker is kept from the first step of a wake on', async () => {
  const { awake, watch } = open(8453)
  await storeBatch({ chainId: 8453, mode: 'one' })
  void watch.wake()
  await vi.waitFor(() => expect(awake).toHaveBeenCalledWith({ now: true, later: true }))
})

test('what was just approved is sent first, and the worker is kept from the first step on', async () => {
  const { chain, awake, watch, asked } = open(11155111)
  await storeBatch({ chainId: 11155111, mode: 'one' })
  const batch = await storeBatch()
  void watch.approved(batch)
  expect(awake.mock.calls).toEqual([[{ now: true, later: true }]])
  await vi.waitFor(async () => expect(statusCode(batch, await stateOf(batch.key))).toBe(200))
  expect(chain.sent).toHaveLength(2)
  // Batches of other chains are resumed after it.
  expect(asked[0]).toBe(31337)
  await vi.waitFor(() => expect(asked).toContain(11155111))
})

test('a batch that is over for a day ends though its node never answers', async () => {
  const place = openChain()
  const batch = await storeBatch({ mode: 'one' })
  const world: World = {
    ...place.world,
    request: () => Promise.reject(rpcError('chainDisconnected')),
  }
  place.chain.now = batch.createdAt + 25 * 3_600_000
  await createRunner(world, fees).advance()
  expect((await stateOf(batch.key)).stopped).toBe('expired')
})

test('and though its network is gone, or another batch is in its way', async () => {
  const place = openChain()
  const runner = createRunner(place.world, fees)
  const first = await storeBatch({ mode: 'one' })
  const waiting = await storeBatch({ mode: 'one' })
  const gone = await storeBatch({ chainId: 4242, mode: 'one' })
  await append(first.key, [did.signed('0')], place.chain.now)
  place.chain.now = waiting.createdAt + 25 * 3_600_000
  await runner.advance()
  for (const { key } of [waiting, gone]) expect((await stateOf(key)).stopped).toBe('expired')
  expect((await stateOf(first.key)).stopped).toBeUndefined()
})
