import { beforeEach, describe, expect, test, vi } from 'vitest'
import { append } from '@/lib/batch/journal'
import type { Event } from '@/lib/db/batchEvent'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'
import { openWatch } from './fakeRunner'

/** Key of no batch: whoever asks for it waits for all. */
const noBatch = 'none'

beforeEach(emptyDatabase)

const { signed, sent, included, sealed } = did
const out = [signed('0'), sent('0')]
const patience = 600_000

/** Stores a batch with these events, and opens a watch `age` ms after them. */
const begin = async (events: Event[], age = 0, chainId = 31337) => {
  const opened = openWatch()
  const batch = await storeBatch({ mode: 'one', chainId })
  if (events.length > 0) await append(batch.key, events, opened.chain.now)
  opened.chain.now += age
  const seal = () => append(batch.key, [sealed('0')], opened.chain.now)
  return { ...opened, batch, seal }
}

/** Waits until the worker was told that it may rest. */
const resting = ({ awake }: ReturnType<typeof openWatch>) =>
  vi.waitFor(() => expect(awake.mock.lastCall?.[0]).toMatchObject({ now: false }), { interval: 2 })

/** Lets so much time pass that nothing is polled any more. */
const patienceEnds =
  ({ chain }: ReturnType<typeof openWatch>) =>
  () => {
    chain.now += patience
    return Promise.resolve()
  }

describe('a chain is polled', () => {
  test.each<[string, Event[], number, boolean]>([
    ['while a transaction is in no block', out, 0, true],
    ['while its receipt is in no sealed block', [...out, included('0')], 0, true],
    ['while a revert is in no sealed block', [...out, included('0', { status: '0x0' })], 0, true],
    [
      'while one of two receipts is in no sealed block',
      [...out, sealed('0'), signed('1', 1), included('1', { status: '0x0' })],
      0,
      true,
    ],
    ['but not once that is sealed', [...out, sealed('0')], 0, false],
    ['but not where nothing is signed', [], 0, false],
    ['just less than ten minutes after the last event', out, patience - 1, true],
    ['but not ten minutes after it', out, patience, false],
  ])('%s', async (_, events, age, isPolled) => {
    const opened = await begin(events, age)
    const { watch, place, runner } = opened
    place.happens = patienceEnds(opened)
    await watch.wake()
    await resting(opened)
    expect(place.waits.length > 0).toBe(isPolled)
    expect(runner.look).toHaveBeenCalled()
  })

  test('while a service is asked, and nothing is signed yet', async () => {
    const opened = await begin([])
    const { watch, runner, place } = opened
    runner.isAsking.mockReturnValueOnce(true).mockReturnValueOnce(true)
    await append(opened.batch.key, [{ type: 'confirmed' }], opened.chain.now)
    await watch.wake()
    await resting(opened)
    expect(place.waits).toHaveLength(1)
    expect(runner.isAsking).toHaveBeenCalledWith(31337)
  })

  test('by a look and a step each time, at the pace of the runner', async () => {
    const opened = await begin(out)
    const { watch, runner, place, seal } = opened
    runner.pace.mockReturnValueOnce(700).mockReturnValueOnce(900)
    place.happens = async () => {
      if (place.waits.length === 2) await seal()
    }
    await watch.wake()
    await resting(opened)
    expect(place.waits).toEqual([700, 900])
    expect(runner.pace.mock.calls).toEqual([
      [31337, 200],
      [31337, 200],
    ])
    // One step when the worker woke.
    expect(runner.step.mock.calls).toEqual([[31337], [31337], [31337]])
    expect(runner.look).toHaveBeenCalledTimes(2)
  })

  test('on though a look fails', async () => {
    const opened = await begin(out)
    const { watch, runner, place, seal } = opened
    runner.look.mockRejectedValue(new Error('the node is silent'))
    place.happens = async () => {
      if (place.waits.length === 3) await seal()
    }
    await watch.wake()
    await resting(opened)
    expect(place.waits).toHaveLength(3)
    expect(runner.step).toHaveBeenCalledTimes(4)
  })

  test('on where something was asked as it came to an end', async () => {
    const opened = await begin([...out, sealed('0')])
    const { watch, runner, place } = opened
    const asks = [true, false, true, true, false]
    runner.isAsking.mockImplementation(() => asks.shift() ?? false)
    await watch.wake()
    await resting(opened)
    await vi.waitFor(() => expect(asks).toEqual([]))
    expect(place.waits).toHaveLength(1)
  })

  test('as often as its network says, or once a second where nobody knows it', async () => {
    const opened = await begin(out, 0, 4242)
    const { watch, runner, place, seal } = opened
    place.happens = seal
    await watch.wake()
    await resting(opened)
    expect(runner.pace.mock.calls).toEqual([[4242, 1000]])
  })

  test('for its own batches alone, whatever happens on other chains', async () => {
    const opened = await begin(out, patience)
    const { watch, place, chain } = opened
    const other = await storeBatch({ mode: 'one', chainId: 8453 })
    await append(other.key, [signed('1'), sealed('1')], chain.now)
    await watch.wake()
    await resting(opened)
    expect(place.waits).toEqual([])
  })

  test('for the newest event of several batches', async () => {
    const opened = await begin(out, patience)
    const { watch, place, chain, seal } = opened
    const other = await storeBatch({ mode: 'one' })
    await append(other.key, [signed('1', 0, { nonce: 1 }), sealed('1')], chain.now)
    place.happens = seal
    await watch.wake()
    await resting(opened)
    expect(place.waits).toHaveLength(1)
  })
})

describe('news of a chain', () => {
  test('lets the batches go on that waited for it, and the chain be polled', async () => {
    const { watch, runner, batch, chain, place, seal } = await begin([])
    runner.look.mockResolvedValueOnce(true)
    runner.step.mockImplementationOnce(async () => {
      await append(batch.key, out, chain.now)
    })
    place.happens = seal
    expect(await watch.refresh(31337, noBatch)).toBe(true)
    await vi.waitFor(() => expect(place.waits).toHaveLength(1))
    expect(runner.step.mock.calls[0]).toEqual([31337])
  })

  test('is waited for: nothing goes on without it', async () => {
    const { watch, runner, place } = await begin([])
    expect(await watch.refresh(31337, noBatch)).toBe(false)
    expect(runner.step).not.toHaveBeenCalled()
    expect(place.waits).toEqual([])
  })
})

describe('a look is shared', () => {
  test.each([
    [4242, 500],
    [31337, 100],
  ])(
    'on chain %s by those who ask within %s ms, half a refresh, by whatever way the clock goes',
    async (id, ms) => {
      const { watch, chain, runner } = await begin([])
      await watch.refresh(id, noBatch)
      chain.now += ms - 1
      await watch.refresh(id, noBatch)
      chain.now -= 2 * (ms - 1)
      await watch.refresh(id, noBatch)
      expect(runner.look).toHaveBeenCalledTimes(1)
      chain.now -= 1
      await watch.refresh(id, noBatch)
      expect(runner.look).toHaveBeenCalledTimes(2)
    },
  )

  test('from its start on: what a slow one read at first may be over by its end', async () => {
    const { watch, chain, runner } = await begin([])
    runner.look.mockImplementationOnce(() => {
      chain.now += 5_000
      return Promise.resolve(false)
    })
    await watch.refresh(31337, noBatch)
    await watch.refresh(31337, noBatch)
    expect(runner.look).toHaveBeenCalledTimes(2)
  })

  test('by all who ask until it ends, so that no two looks run at once', async () => {
    const { watch, chain, runner } = await begin([])
    let end: (isNews: boolean) => void = () => undefined
    runner.look.mockReturnValueOnce(new Promise((resolve) => (end = resolve)))
    const first = watch.refresh(31337, noBatch)
    chain.now += 5_000
    const second = watch.refresh(31337, noBatch)
    end(false)
    expect(await Promise.all([first, second])).toEqual([false, false])
    expect(runner.look).toHaveBeenCalledTimes(1)
  })
})
