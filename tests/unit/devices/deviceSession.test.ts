import { describe, expect, test, vi } from 'vitest'
import { createDeviceSession } from '@/components/devices/deviceSession'
import type { Exchange } from '@/components/devices/ledger/apdu'
import { createHid } from '../../device/hidBoundary'

const question = new Uint8Array([0xb0, 1, 0, 0, 0])
const word = Uint8Array.from([0x90, 0x00])

/** A promise, and what resolves it. */
const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}

/** A screen with a device that answers as it is told, and runs tasks that may each be given up. */
const screen = (answer: () => Promise<Uint8Array> = () => Promise.resolve(word)) => {
  const boundary = createHid(answer)
  const open = vi.spyOn(boundary.device, 'open')
  const session = createDeviceSession()
  const begin = (hasMore: boolean, task: (exchange: Exchange) => Promise<void>) => {
    const over = new AbortController()
    const waited = vi.fn()
    const done = session.run(boundary.hid, boundary.device, {
      task,
      over: over.signal,
      hasMore,
      onWait: waited,
    })
    // Who gives it up hears no more of it.
    done.catch(() => undefined)
    return { done, over, waited }
  }
  return { boundary, open, session, begin }
}

const ask = async (exchange: Exchange) => {
  await exchange(question)
}

const isHeld = async () =>
  ((await navigator.locks.query()).held ?? []).some(({ name }) => name === 'device')

describe('a device', () => {
  test('that is asked for more stays open, and nobody else gets it in between', async () => {
    const { boundary, open, begin } = screen()
    const first = begin(true, ask)
    await first.done
    expect(boundary.device.opened).toBe(true)
    expect(await isHeld()).toBe(true)
    first.over.abort()
    const last = begin(false, ask)
    await last.done
    expect(open).toHaveBeenCalledOnce()
    expect(last.waited).not.toHaveBeenCalled()
    expect(boundary.apdus).toHaveLength(2)
    await vi.waitFor(async () => expect(await isHeld()).toBe(false))
    expect(boundary.device.opened).toBe(false)
    expect(boundary.listeners()).toBe(0)
    await begin(false, ask).done
    expect(open).toHaveBeenCalledTimes(2)
  })

  test('that another page has is waited for by each task itself', async () => {
    const { open, begin } = screen()
    const [taken, left] = [gate(), gate()]
    const other = navigator.locks.request('device', () => {
      taken.open()
      return left.passed
    })
    await taken.passed
    const first = begin(true, ask)
    await vi.waitFor(() => expect(first.waited).toHaveBeenCalledOnce())
    first.over.abort()
    const second = begin(false, ask)
    await vi.waitFor(() => expect(second.waited).toHaveBeenCalledOnce())
    left.open()
    await other
    await second.done
    expect(open).toHaveBeenCalledOnce()
  })

  test('stays open where the next task begins before the one before it has ended', async () => {
    const { boundary, open, begin } = screen()
    const [answered, stored] = [gate(), gate()]
    const first = begin(true, async (exchange) => {
      await ask(exchange)
      answered.open()
      await stored.passed
      // A task that was given up while it stored what it was answered asks nothing more.
      await ask(exchange)
    })
    await answered.passed
    first.over.abort(new Error('given up'))
    const second = begin(false, async (exchange) => {
      await ask(exchange)
      stored.open()
      await expect(first.done).rejects.toThrow('given up')
      await ask(exchange)
    })
    await second.done
    expect(open).toHaveBeenCalledOnce()
    expect(boundary.apdus).toHaveLength(3)
  })

  test('is closed and opened anew where it was given up while it was asked', async () => {
    let answer = () => new Promise<Uint8Array>(() => undefined)
    const { boundary, open, begin } = screen(() => answer())
    const first = begin(true, ask)
    await vi.waitFor(() => expect(boundary.apdus).toHaveLength(1))
    first.over.abort()
    await expect(first.done).rejects.toMatchObject({ fault: 'unplugged' })
    answer = () => Promise.resolve(word)
    await begin(false, ask).done
    expect(open).toHaveBeenCalledTimes(2)
  })

  test('is closed after a task that failed, and after the last', async () => {
    const { boundary, open, begin } = screen()
    for (const [hasMore, task] of [
      [true, () => Promise.reject(new Error('broken'))],
      [false, ask],
    ] as const) {
      const one = begin(hasMore, task)
      await one.done.catch(() => undefined)
      await vi.waitFor(() => expect(boundary.device.opened).toBe(false))
      one.over.abort()
    }
    expect(open).toHaveBeenCalledTimes(2)
  })

  test('is closed when the screen is left between two tasks', async () => {
    const { boundary, session, begin } = screen()
    const first = begin(true, ask)
    await first.done
    first.over.abort()
    expect(boundary.device.opened).toBe(true)
    session.end()
    await vi.waitFor(async () => expect(await isHeld()).toBe(false))
    expect(boundary.device.opened).toBe(false)
  })

  test('of another choice is opened in place of the one that was kept', async () => {
    const { boundary, session, begin } = screen()
    const other = createHid(() => Promise.resolve(word))
    const first = begin(true, ask)
    await first.done
    first.over.abort()
    await session.run(other.hid, other.device, {
      task: ask,
      over: new AbortController().signal,
      hasMore: false,
      onWait: () => undefined,
    })
    expect(boundary.device.opened).toBe(false)
    expect(other.apdus).toHaveLength(1)
  })
})
