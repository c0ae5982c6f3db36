import { keccak256, type Hex } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { append, liveBatches, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { statusCode } from '@/lib/batch/status'
import { createWatch } from '@/lib/batch/watch'
import { rpcError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { fees } from './runnerHarness'

/** Key of no batch: whoever asks for it waits for all. */
const noBatch = 'none'

beforeEach(emptyDatabase)

/** Starts the watch over a new chain; `awake` is a fake of the browser’s alarms. */
const open = () => {
  const place = openChain()
  const awake = vi.fn()
  const runner = createRunner(place.world, fees)
  const look = vi.spyOn(runner, 'look')
  return { ...place, awake, look, runner, watch: createWatch(place.world, runner, awake) }
}

/** Waits until the worker may rest. */
const rest = (awake: ReturnType<typeof vi.fn>) =>
  vi.waitFor(() => expect(awake.mock.lastCall?.[0]).toMatchObject({ now: false }), {
    interval: 2,
  })

describe('a look at a chain', () => {
  test('is shared by all who ask while it is under way and within half a refresh after', async () => {
    const { chain, look, watch } = open()
    await Promise.all([
      watch.refresh(31337, noBatch),
      watch.refresh(31337, noBatch),
      watch.refresh(31337, noBatch),
    ])
    chain.now += 99
    await watch.refresh(31337, noBatch)
    expect(look).toHaveBeenCalledTimes(1)
    chain.now += 1
    await watch.refresh(31337, noBatch)
    expect(look).toHaveBeenCalledTimes(2)
  })

  test('comes no more than twice per refresh for a page that asks all the time', async () => {
    const { chain, look, watch } = open()
    for (const end = chain.now + 1_000; chain.now < end; chain.now += 10)
      await watch.refresh(31337, noBatch)
    expect(look).toHaveBeenCalledTimes(10)
  })

  test('is a new one for a page that asks once per refresh, soon after the loop looked', async () => {
    const { awake, chain, look, watch } = open()
    const batch = await storeBatch()
    await append(batch.key, [did.signed('0'), did.sent('0')], 0)
    await watch.wake()
    const looked = look.mock.calls.length
    chain.now += 11
    await watch.refresh(31337, noBatch)
    expect(look).toHaveBeenCalledTimes(looked + 1)
    await append(batch.key, [did.stopped()], 0)
    chain.now += 600_000
    await rest(awake)
  })

  test('is one for each chain', async () => {
    const { look, watch } = open()
    await Promise.all([watch.refresh(31337, noBatch), watch.refresh(8453, noBatch)])
    expect(look.mock.calls.map(([chainId]) => chainId)).toEqual([31337, 8453])
  })

  test('that failed is a failure for those who shared it, and is tried again', async () => {
    const { chain, look, watch } = open()
    look.mockRejectedValueOnce(rpcError('chainDisconnected'))
    const both = [watch.refresh(31337, noBatch), watch.refresh(31337, noBatch)]
    for (const one of both) await expect(one).rejects.toMatchObject({ code: 4901 })
    chain.now += 200
    expect(await watch.refresh(31337, noBatch)).toBe(false)
  })
})

describe('a worker that wakes', () => {
  test('asks nothing and rests where nothing is in flight', async () => {
    const { chain, awake, look, watch } = open()
    const { key } = await storeBatch()
    await append(key, [did.stopped()], 0)
    await watch.wake()
    expect(awake.mock.calls).toEqual([[{ now: false, later: false }]])
    expect(look).not.toHaveBeenCalled()
    expect(chain.asked).toEqual([])
  })

  test('runs a batch in order to its end by itself, and then looks no more', async () => {
    const { chain, awake, look, watch, include } = open()
    const batch = await storeBatch()
    chain.answers = {
      eth_sendRawTransaction: ([raw]: [Hex]) => {
        chain.sent.push(raw)
        chain.count++
        include(keccak256(raw))
        chain.latest++
      },
    }
    await watch.wake()
    expect(awake).toHaveBeenLastCalledWith({ now: true, later: true })
    await rest(awake)
    expect(statusCode(batch, await stateOf(batch.key))).toBe(200)
    expect(chain.sent).toHaveLength(2)
    // The batch is not final yet: the alarm goes on until it is.
    expect(awake).toHaveBeenLastCalledWith({ now: false, later: true })
    const looks = look.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(look.mock.calls.length).toBe(looks)
    chain.finalized = chain.latest
    chain.now += 30_000
    await watch.wake()
    expect(await liveBatches()).toEqual([])
    expect(awake).toHaveBeenLastCalledWith({ now: false, later: false })
  })

  test('gives up staying awake after 10 minutes without anything new, and leaves it to the alarm', async () => {
    const { chain, awake, watch } = open()
    await storeBatch({ mode: 'one' })
    const started = chain.now
    await watch.wake()
    chain.now += 9 * 60_000
    await rest(awake)
    expect(chain.now - started).toBeGreaterThanOrEqual(600_000)
    expect(chain.now - started).toBeLessThan(610_000)
    expect(awake).toHaveBeenLastCalledWith({ now: false, later: true })
  })

  test('looks once at each alarm after that, and stays awake again when something was new', async () => {
    const { chain, awake, look, watch, include } = open()
    const batch = await storeBatch()
    await watch.wake()
    chain.now += 11 * 60_000
    await rest(awake)
    for (let alarm = 0; alarm < 3; alarm++) {
      chain.now += 30_000
      look.mockClear()
      await watch.wake()
      await rest(awake)
      expect(look).toHaveBeenCalledOnce()
    }
    chain.now += 30_000
    include(keccak256(chain.sent[0] ?? '0x'))
    chain.count = 6
    awake.mockClear()
    await watch.wake()
    await vi.waitFor(async () =>
      expect((await stateOf(batch.key)).transactions).toMatchObject([{}, { sent: true }]),
    )
    look.mockClear()
    await vi.waitFor(() => expect(look).toHaveBeenCalled())
    expect(awake).toHaveBeenLastCalledWith({ now: true, later: true })
    chain.now += 11 * 60_000
    await rest(awake)
  })

  test('watches a chain once, however often it is woken', async () => {
    const { world, awake, runner } = open()
    await storeBatch({ mode: 'one' })
    const wait = vi.fn(() => new Promise<void>(() => undefined))
    const watch = createWatch({ ...world, wait }, runner, awake)
    await Promise.all([watch.wake(), watch.wake(), watch.wake()])
    await vi.waitFor(() => expect(wait).toHaveBeenCalled())
    // A second watch of those wakes would wait before a later one is through.
    await watch.wake()
    expect(wait).toHaveBeenCalledOnce()
  })

  test('leaves a locked batch to the alarm and the unlock', async () => {
    const { chain, awake, watch } = open()
    await storeBatch({ mode: 'one' })
    chain.isLocked = true
    await watch.wake()
    expect(awake).toHaveBeenLastCalledWith({ now: false, later: true })
    chain.isLocked = false
    await watch.wake()
    expect(chain.sent).toHaveLength(1)
    chain.now += 11 * 60_000
    await rest(awake)
  })

  test('is not stopped by a silent node', async () => {
    const { chain, awake, watch } = open()
    const batch = await storeBatch({ mode: 'one' })
    chain.answers = { eth_getTransactionReceipt: silence }
    await watch.wake()
    chain.now += 9 * 60_000
    await rest(awake)
    expect((await stateOf(batch.key)).transactions).toMatchObject([{ sent: true }])
    expect(awake).toHaveBeenLastCalledWith({ now: false, later: true })
  })
})
