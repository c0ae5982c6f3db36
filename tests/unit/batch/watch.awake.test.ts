import { beforeEach, describe, expect, test, vi } from 'vitest'
import { append } from '@/lib/batch/journal'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'
import { openWatch } from './fakeRunner'

beforeEach(emptyDatabase)

const now = { now: true, later: true }
const later = { now: false, later: true }
const lane = { chainId: 31337, from: alice }

describe('the worker', () => {
  test('is kept while it takes up what lives, and then has the alarm alone', async () => {
    const { watch, awake } = openWatch()
    await storeBatch()
    await watch.wake()
    expect(awake.mock.calls).toEqual([[now], [later]])
  })

  test('is kept until a service’s answer is on disk', async () => {
    const { watch, awake, runner } = openWatch()
    await storeBatch()
    let answer = (): void => undefined
    runner.answered.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    const waking = watch.wake()
    await vi.waitFor(() => expect(runner.answered).toHaveBeenCalled())
    expect(awake.mock.calls).toEqual([[now]])
    answer()
    await waking
    expect(awake).toHaveBeenLastCalledWith(later)
  })

  test('takes up each chain once, by a step, a look and the wait for answers', async () => {
    const { watch, runner } = openWatch()
    const done: string[] = []
    runner.step.mockImplementation((chainId) => {
      done.push(`step ${chainId}`)
      return Promise.resolve()
    })
    runner.look.mockImplementation((chainId) => {
      done.push(`look ${chainId}`)
      return Promise.resolve(false)
    })
    runner.answered.mockImplementation(() => {
      done.push('answered')
      return Promise.resolve()
    })
    await storeBatch()
    await storeBatch()
    await watch.wake()
    expect(done).toEqual(['step 31337', 'look 31337', 'answered'])
    await storeBatch({ chainId: 8453 })
    await watch.wake()
    expect(runner.step.mock.calls.slice(1)).toEqual([[31337], [8453]])
  })

  test('waits for answers though the look fails', async () => {
    const { watch, runner } = openWatch()
    await storeBatch()
    runner.look.mockRejectedValue(new Error('the node is silent'))
    await watch.wake()
    expect(runner.answered).toHaveBeenCalledOnce()
  })

  test('rests again after a wake that failed', async () => {
    const { watch, awake, runner } = openWatch()
    const { key } = await storeBatch()
    runner.step.mockRejectedValueOnce(new Error('the disk is full'))
    await expect(watch.wake()).rejects.toThrow('the disk is full')
    await append(key, [did.stopped()], 0)
    await watch.wake()
    expect(awake).toHaveBeenLastCalledWith({ now: false, later: false })
  })

  test('is kept while a chain is polled, and rests after it', async () => {
    const { watch, awake, chain, place } = openWatch()
    const { key } = await storeBatch({ mode: 'one' })
    await append(key, [did.signed('0'), did.sent('0')], chain.now)
    let go = (): void => undefined
    place.happens = async () => {
      await new Promise<void>((resolve) => (go = resolve))
      await append(key, [did.sealed('0')], chain.now)
    }
    await watch.wake()
    await vi.waitFor(() => expect(place.waits).toHaveLength(1))
    await vi.waitFor(() => expect(awake.mock.calls.length).toBeGreaterThan(2))
    expect(awake.mock.calls.every(([need]) => need.now)).toBe(true)
    go()
    await vi.waitFor(() => expect(awake).toHaveBeenLastCalledWith(later))
  })
})

describe('what was just approved', () => {
  test('has its lane advanced before anything else, and the worker kept from the first moment on', async () => {
    const { watch, awake, runner } = openWatch()
    await storeBatch()
    let go = (): void => undefined
    runner.advanceLane.mockReturnValueOnce(new Promise((resolve) => (go = resolve)))
    const approving = watch.approved(lane)
    expect(awake.mock.calls).toEqual([[now]])
    expect(runner.advanceLane.mock.calls).toEqual([[lane]])
    await Promise.resolve()
    expect(runner.step).not.toHaveBeenCalled()
    go()
    await approving
    expect(runner.step.mock.calls).toEqual([[31337]])
    expect(awake).toHaveBeenLastCalledWith(later)
    expect(awake.mock.calls.slice(0, -1).every(([need]) => need.now)).toBe(true)
  })

  test('lets the worker rest where it failed', async () => {
    const { watch, awake, runner } = openWatch()
    runner.advanceLane.mockRejectedValueOnce(new Error('the disk is full'))
    await expect(watch.approved(lane)).rejects.toThrow('the disk is full')
    await watch.wake()
    expect(awake).toHaveBeenLastCalledWith({ now: false, later: false })
  })
})

test('what signing needs is read by the runner', () => {
  const { watch, runner } = openWatch()
  const ahead = { ...lane, upgrade: true }
  watch.prepare(ahead)
  expect(runner.prepare.mock.calls).toEqual([[ahead]])
})
