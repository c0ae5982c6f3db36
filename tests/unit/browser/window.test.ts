import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  adoptApprovals,
  closeApprovals,
  onApprovalsClosed,
  showApprovals,
  showBatch,
} from '@/lib/browser/window'
import { close, windows } from '../fakeWindows'

// Test files share modules in a worker: these have to be loaded with this file's fake browser.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('wxt/browser', async () => ({ browser: (await import('../fakeWindows')).fake }))

const closed = vi.fn(() => Promise.resolve())
onApprovalsClosed(closed)
const ids = () => [...windows.open.keys()]

beforeEach(() => {
  windows.stored.clear()
  windows.open.clear()
  closed.mockReset().mockResolvedValue()
  windows.isPlaceRefused = false
  windows.last.type = 'normal'
})

const idle = () => Promise.resolve(true)
const busy = () => Promise.resolve(false)

/** Opening and closing take turns: resolves after those that were asked for, and those that they ask for. */
const settle = async () => {
  for (let turn = 0; turn < 2; turn++) await closeApprovals(busy)
}

test('there is one window, however many ask for it', async () => {
  await Promise.all([showApprovals(), showApprovals(), showApprovals()])
  await showApprovals()
  expect(ids()).toHaveLength(1)
})

test('one that is open comes to the front for a new request alone', async () => {
  await showApprovals()
  const [window] = windows.open.values()
  Object.assign(window ?? {}, { isFocused: false })
  await showApprovals(false)
  expect(window).toMatchObject({ isFocused: false })
  await showApprovals()
  expect(window).toMatchObject({ isFocused: true })
})

test('a window opens at the right top of the browser’s own', async () => {
  await showApprovals()
  expect([...windows.open.values()]).toMatchObject([{ left: 884, top: 40 }])
})

test('a window that the browser refuses at that place opens where it likes', async () => {
  windows.isPlaceRefused = true
  await showApprovals()
  expect(ids()).toHaveLength(1)
  expect([...windows.open.values()][0]).not.toHaveProperty('left')
})

test('a window takes no place from another popup', async () => {
  windows.last.type = 'popup'
  await showApprovals()
  expect([...windows.open.values()][0]).not.toHaveProperty('left')
})

test('one that is gone unseen is opened anew', async () => {
  await showApprovals()
  const [before] = ids()
  windows.open.clear()
  await showApprovals()
  expect(ids()).not.toEqual([before])
  expect(ids()).toHaveLength(1)
  expect(closed).not.toHaveBeenCalled()
})

test('one that was closed while the worker was stopped counts as closed, not as lost', async () => {
  await showApprovals()
  windows.open.clear()
  let waits = true
  closed.mockImplementation(() => {
    waits = false
    return Promise.resolve()
  })
  await showApprovals(false, () => Promise.resolve(waits))
  expect(closed).toHaveBeenCalledExactlyOnceWith(expect.any(Number))
  expect(ids()).toEqual([])
  // A request that came after the window was closed gets a new window.
  waits = true
  await showApprovals(true, () => Promise.resolve(waits))
  expect(ids()).toHaveLength(1)
})

test('that the user closes it is told once; of other windows nothing is told', async () => {
  await showApprovals()
  close(99)
  await settle()
  expect(closed).not.toHaveBeenCalled()
  close(ids()[0] ?? 0)
  await settle()
  expect(closed).toHaveBeenCalledOnce()
  close(1)
  await settle()
  expect(closed).toHaveBeenCalledOnce()
})

test('that the wallet closes it is not told: nothing is rejected by that', async () => {
  await showApprovals()
  await closeApprovals(idle)
  await settle()
  expect(ids()).toEqual([])
  expect(closed).not.toHaveBeenCalled()
  await expect(closeApprovals(idle)).resolves.toBeUndefined()
})

test('the wallet does not close it while something waits', async () => {
  await showApprovals()
  await closeApprovals(busy)
  expect(ids()).toHaveLength(1)
  close(ids()[0] ?? 0)
  await settle()
  expect(closed).toHaveBeenCalledOnce()
})

test('one that is asked for while it closes is open in the end, and nothing is rejected', async () => {
  await showApprovals()
  const [before] = ids()
  await Promise.all([closeApprovals(idle), showApprovals()])
  await settle()
  expect(ids()).toHaveLength(1)
  expect(ids()).not.toEqual([before])
  expect(closed).not.toHaveBeenCalled()
})

test('whether something waits is looked at when its turn comes', async () => {
  const isIdle = vi.fn(() => Promise.resolve(false))
  const opening = showApprovals().then(() => expect(isIdle).not.toHaveBeenCalled())
  await Promise.all([opening, closeApprovals(isIdle)])
  expect(isIdle).toHaveBeenCalledOnce()
  expect(ids()).toHaveLength(1)
})

test('a new one opens only after the closing of the old has rejected what waited', async () => {
  const order: string[] = []
  closed.mockImplementation(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    order.push('rejected')
  })
  await showApprovals()
  const [before] = ids()
  close(before ?? 0)
  await showApprovals().then(() => order.push('shown'))
  expect(order).toEqual(['rejected', 'shown'])
  expect(ids()).not.toEqual([before])
})

test('one that is closed while requests still ask for it rejects them, and none opens anew', async () => {
  let isWaiting = true
  const asks = () => showApprovals(true, () => Promise.resolve(isWaiting))
  closed.mockImplementation(() => {
    isWaiting = false
    return Promise.resolve()
  })
  await showApprovals()
  const asked = [asks(), asks()]
  close(ids()[0] ?? 0)
  await Promise.all(asked)
  await settle()
  expect(closed).toHaveBeenCalledExactlyOnceWith(expect.any(Number))
  expect(ids()).toEqual([])
})

test('a turn that fails does not hold up the next', async () => {
  await showApprovals()
  await expect(closeApprovals(() => Promise.reject(new Error('no disk')))).rejects.toThrow()
  await closeApprovals(idle)
  expect(ids()).toEqual([])
})

test('no window opens for what was rejected by closing the one before', async () => {
  await showApprovals()
  let isWaiting = true
  closed.mockImplementationOnce(() => {
    // A rejection leads to a look at the requests that still wait.
    void showApprovals(false, () => Promise.resolve(isWaiting))
    isWaiting = false
    return Promise.resolve()
  })
  close(ids()[0] ?? 0)
  await settle()
  expect(ids()).toEqual([])
})

describe('a batch', () => {
  const url = (key: string) => `chrome-extension://volley/popup.html#${key}`
  const shown = () => [...windows.open.values()].map((window) => window.url)

  test('has one window, however often a site asks for it', async () => {
    await Promise.all(Array.from({ length: 20 }, () => showBatch('a')))
    for (let call = 0; call < 20; call++) await showBatch('a')
    expect(shown()).toEqual([url('a')])
  })

  test('is shown in the window of another, which comes to the front', async () => {
    await showBatch('a')
    const [window] = windows.open.values()
    Object.assign(window ?? {}, { isFocused: false })
    await showBatch('b')
    expect(shown()).toEqual([url('b')])
    expect(window).toMatchObject({ isFocused: true })
  })

  test('gets a window anew when the user has closed it, and that rejects nothing', async () => {
    await showApprovals()
    await showBatch('a')
    close(ids()[1] ?? 0)
    await settle()
    expect(closed).not.toHaveBeenCalled()
    await showBatch('a')
    expect(shown()).toEqual(['chrome-extension://volley/popup.html?approval', url('a')])
  })

  test('never takes the approval window', async () => {
    await showBatch('a')
    await showApprovals()
    await showBatch('b')
    expect(shown()).toEqual([url('b'), 'chrome-extension://volley/popup.html?approval'])
    await closeApprovals(idle)
    expect(shown()).toEqual([url('b')])
  })
})

describe('a window that a stopped worker opened and never wrote down', () => {
  const forgotten = (type = 'popup') => {
    windows.open.set(++windows.count, { isFocused: true, url: '?approval', type })
    return windows.count
  }

  test('becomes the one window when its page reports', async () => {
    const id = forgotten()
    await adoptApprovals(id)
    await showApprovals()
    expect(ids()).toEqual([id])
  })

  test('is closed where there is another by now, which rejects nothing; a tab is left alone', async () => {
    const [popup, tab] = [forgotten(), forgotten('normal')]
    await showApprovals()
    for (const id of [popup, tab]) await adoptApprovals(id)
    expect(ids()).toEqual([tab, tab + 1])
    expect(closed).not.toHaveBeenCalled()
  })
})
