import { describe, expect, test, vi } from 'vitest'
import { withDevice } from '@/components/devices/withDevice'
import { createHid } from '../../device/hidBoundary'

const silent = () => new Promise<Uint8Array>(() => undefined)

/** A promise, and what resolves it. */
const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}

/** Plugs in a device that the browser opens only once the gate is open. */
const slowToOpen = () => {
  const boundary = createHid(silent)
  const { device } = boundary
  const asked = gate()
  const opening = gate()
  const open = device.open
  device.open = async () => {
    asked.open()
    await opening.passed
    return open()
  }
  return { boundary, asked, opening }
}

describe('a task for a device that is given up', () => {
  test('while the device is being opened is not begun, and leaves the device closed', async () => {
    const { boundary, asked, opening } = slowToOpen()
    const over = new AbortController()
    const run = vi.fn(() => Promise.resolve())
    const doing = withDevice(boundary.hid, boundary.device, over.signal, run)
    await asked.passed
    over.abort(new Error('given up'))
    opening.open()
    await expect(doing).rejects.toThrow('given up')
    expect(run).not.toHaveBeenCalled()
    expect(boundary.device.opened).toBe(false)
    expect(boundary.listeners()).toBe(0)
  })

  test('while it runs closes the device at once', async () => {
    const boundary = createHid(silent)
    const over = new AbortController()
    const begun = gate()
    const doing = withDevice(boundary.hid, boundary.device, over.signal, (exchange) => {
      begun.open()
      return exchange(new Uint8Array([0xb0, 1, 0, 0, 0]))
    })
    await begun.passed
    over.abort()
    await expect(doing).rejects.toMatchObject({ fault: 'unplugged' })
    expect(boundary.device.opened).toBe(false)
  })

  test('before it began opens nothing', async () => {
    const { hid, device } = createHid(silent)
    const open = vi.spyOn(device, 'open')
    const over = AbortSignal.abort(new Error('given up'))
    const doing = withDevice(hid, device, over, () => Promise.resolve())
    await expect(doing).rejects.toThrow('given up')
    expect(open).not.toHaveBeenCalled()
  })
})

test('a page does not wait for itself: it ends what it gave up, then begins anew', async () => {
  const { hid, device } = createHid(silent)
  const over = new AbortController()
  const begun = gate()
  const first = withDevice(hid, device, over.signal, (exchange) => {
    begun.open()
    return exchange(new Uint8Array([0xb0, 1, 0, 0, 0]))
  })
  await begun.passed
  over.abort()
  const onWait = vi.fn()
  const run = vi.fn(() => Promise.resolve('done'))
  const second = withDevice(hid, device, new AbortController().signal, run, onWait)
  await expect(first).rejects.toMatchObject({ fault: 'unplugged' })
  expect(await second).toBe('done')
  expect(onWait).not.toHaveBeenCalled()
})

describe('two pages', () => {
  /** Loads the module once more, as another page does: they have nothing in common but the browser. */
  const otherPage = async () => {
    vi.resetModules()
    return (await import('@/components/devices/withDevice')).withDevice
  }

  /** Has one page talk to a device until its gate is open. */
  const talking = async () => {
    const { hid, device } = createHid(silent)
    const [begun, end] = [gate(), gate()]
    const never = new AbortController().signal
    const first = withDevice(hid, device, never, async () => {
      begun.open()
      await end.passed
    })
    await begun.passed
    return { hid, device, end, first }
  }

  test('talk to a device one after another, and the second says that it waits', async () => {
    const { hid, device, end, first } = await talking()
    // A lock of the browser holds in all pages; a variable would hold in one.
    const { held = [] } = await navigator.locks.query()
    expect(held.map(({ name }) => name)).toContain('device')
    const open = vi.spyOn(device, 'open')
    const waits = gate()
    const run = vi.fn(() => Promise.resolve('done'))
    const second = (await otherPage())(hid, device, new AbortController().signal, run, waits.open)
    await waits.passed
    expect(open).not.toHaveBeenCalled()
    expect(run).not.toHaveBeenCalled()
    end.open()
    await first
    expect(await second).toBe('done')
    expect(device.opened).toBe(false)
  })

  test('leave the queue when what they wait for is given up', async () => {
    const { hid, device, end, first } = await talking()
    const over = new AbortController()
    const waits = gate()
    const run = vi.fn(() => Promise.resolve())
    const second = (await otherPage())(hid, device, over.signal, run, waits.open)
    await waits.passed
    over.abort(new Error('given up'))
    await expect(second).rejects.toThrow('given up')
    end.open()
    await first
    expect(run).not.toHaveBeenCalled()
  })

  test('have their turn after one that failed, and hear of no wait where nobody has it', async () => {
    const { hid, device } = createHid(silent)
    const never = new AbortController().signal
    const failing = withDevice(hid, device, never, () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
    const onWait = vi.fn()
    expect(await withDevice(hid, device, never, () => Promise.resolve(1), onWait)).toBe(1)
    expect(onWait).not.toHaveBeenCalled()
  })
})
