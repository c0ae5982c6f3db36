import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Approval } from '@/lib/db'
import {
  isBesidePanel,
  isShownIn,
  panelsChanged,
  panelsReturn,
  setPanel,
} from '@/lib/browser/panels'

/** A fake of the browser: its tabs. */
const tabs = vi.hoisted(() => new Map<number, { windowId: number; active: boolean }>())

// Test files share modules in a worker: these have to be loaded with this file's fake browser.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('wxt/browser', () => ({
  browser: {
    tabs: {
      get: (id: number) => {
        const tab = tabs.get(id)
        return tab ? Promise.resolve(tab) : Promise.reject(new Error(`No tab with id: ${id}.`))
      },
    },
  },
}))

const page = {}
const row = (change: Partial<Approval> = {}): Approval => ({
  id: 'a',
  origin: 'https://dapp.example',
  documentId: 'document',
  tab: 7,
  method: 'personal_sign',
  wire: '[]',
  params: [],
  state: 'pending',
  createdAt: 0,
  ...change,
})

beforeEach(() => {
  tabs.clear()
  tabs.set(7, { windowId: 1, active: true })
  tabs.set(8, { windowId: 1, active: false })
  tabs.set(9, { windowId: 2, active: true })
})
afterEach(() => {
  setPanel(page, undefined)
  vi.useRealTimers()
})

test('a panel is beside the tabs of its own window, until it is out of sight', async () => {
  expect(await isBesidePanel(row())).toBe(false)
  setPanel(page, 1)
  expect(await isBesidePanel(row())).toBe(true)
  expect(await isBesidePanel(row({ tab: 8 }))).toBe(true)
  expect(await isBesidePanel(row({ tab: 9 }))).toBe(false)
  setPanel(page, undefined)
  expect(await isBesidePanel(row())).toBe(false)
})

test('a tab that is gone, and what no tab asked, have no panel', async () => {
  setPanel(page, 1)
  expect(await isBesidePanel(row({ tab: 70 }))).toBe(false)
  const { tab: _, ...own } = row()
  expect(await isBesidePanel(own)).toBe(false)
})

test('a yes counts in the window that shows the tab, and there alone', async () => {
  expect(await isShownIn(1, row())).toBe(true)
  expect(await isShownIn(2, row())).toBe(false)
  expect(await isShownIn(1, row({ tab: 8 }))).toBe(false)
  expect(await isShownIn(1, row({ tab: 70 }))).toBe(false)
})

/** The module as a worker has it that starts at the clock's time, which from then on stands still. */
const startedWorker = async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.resetModules()
  return import('@/lib/browser/panels')
}

test('a worker that has just started keeps the place of a panel that has yet to come back', async () => {
  const worker = await startedWorker()
  const beside = row({ isBeside: true })
  expect(await worker.isBesidePanel(beside)).toBe(true)
  vi.setSystemTime(Date.now() + panelsReturn - 1)
  expect(await worker.isBesidePanel(beside)).toBe(true)
  vi.setSystemTime(Date.now() + 1)
  expect(await worker.isBesidePanel(beside)).toBe(false)
})

test('only what changes is told', () => {
  const told = vi.fn()
  panelsChanged.on(told)
  setPanel(page, 1)
  setPanel(page, 1)
  setPanel({}, undefined)
  expect(told).toHaveBeenCalledTimes(1)
})

test('a new worker waits for no panel of a request that came after its start', async () => {
  const worker = await startedWorker()
  const createdAt = Date.now()
  expect(await worker.isBesidePanel(row({ isBeside: true, createdAt }))).toBe(false)
  expect(await worker.isBesidePanel(row({ isBeside: true, createdAt: createdAt - 1 }))).toBe(true)
})
