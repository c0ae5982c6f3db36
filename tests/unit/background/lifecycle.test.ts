import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { followTime } from '@/lib/background/lifecycle'
import { append } from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import { asked, newRequest } from '../approvalRows'
import { did, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'

type Run = (...args: never[]) => unknown

/** A fake of the browser, which tests have none of: its alarms, its events, and what it was told to do. */
const seen = vi.hoisted(() => ({
  alarms: new Map<string, object>(),
  ring: [] as ((alarm: { name: string }) => void)[],
  updates: [] as (() => void)[],
  starts: [] as (() => void)[],
  installs: [] as ((details: { reason: string; temporary?: boolean }) => void)[],
  tabs: [] as string[],
  hasVault: false,
  reloads: 0,
  wakes: 0,
  lockChecks: 0,
  isPageOpen: false,
  /** Runs in place of a wait for a quiet moment. */
  onWait: (): unknown => undefined,
}))

// Test files share modules in a worker: these have to be loaded with this file's fake browser.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('wxt/browser', () => {
  const nothing = () => Promise.resolve({})
  const event = (runs: Run[] = []) => ({ addListener: (run: Run) => runs.push(run) })
  return {
    browser: {
      action: { setBadgeText: nothing, setBadgeBackgroundColor: nothing },
      alarms: {
        create: (name: string, when: object) => Promise.resolve(seen.alarms.set(name, when)),
        get: (name: string) => Promise.resolve(seen.alarms.get(name)),
        clear: (name: string) => Promise.resolve(seen.alarms.delete(name)),
        onAlarm: event(seen.ring),
      },
      permissions: { contains: () => Promise.resolve(false) },
      runtime: {
        getURL: (path: string) => path,
        reload: () => seen.reloads++,
        onInstalled: event(seen.installs),
        onStartup: event(seen.starts),
        onUpdateAvailable: event(seen.updates),
      },
      storage: { local: {}, session: { get: nothing, set: nothing, remove: nothing } },
      tabs: {
        onAttached: event(),
        create: ({ url }: { url: string }) => Promise.resolve(seen.tabs.push(url)),
      },
      windows: { create: nothing, get: nothing, update: nothing, onRemoved: event() },
    },
  }
})
vi.mock('@/lib/async', async (original) => ({
  ...(await original<object>()),
  wait: async () => void (await seen.onWait()),
}))

const day = 24 * 60 * 60_000
const began = Date.now()
const clock = { now: began }

/** Starts what a worker does in time, as the background does. */
const start = (left = 0, rested: Promise<unknown> = Promise.resolve()) =>
  followTime({
    vault: {
      hasVault: () => Promise.resolve(seen.hasVault),
      isUnlocked: () => Promise.resolve(false),
    },
    autoLock: {
      check: () => Promise.resolve(++seen.lockChecks < 0),
    } as unknown as Parameters<typeof followTime>[0]['autoLock'],
    wallet: {
      wake: () => Promise.resolve(void seen.wakes++),
      revertText: () => Promise.resolve(undefined),
    },
    isPageOpen: () => seen.isPageOpen,
    loaded: Promise.resolve(),
    started: Promise.resolve(left),
    rested,
  })

const ring = (name: string) => {
  for (const run of seen.ring) run({ name })
}

beforeEach(async () => {
  clock.now = began
  vi.spyOn(Date, 'now').mockImplementation(() => clock.now)
  await emptyDatabase()
  Object.assign(seen, { reloads: 0, wakes: 0, lockChecks: 0, isPageOpen: false, hasVault: false })
  seen.alarms.clear()
  const { ring, updates, starts, installs, tabs } = seen
  for (const list of [ring, updates, starts, installs, tabs]) list.length = 0
})
afterEach(async () => {
  await approvals.rejectAll()
  vi.restoreAllMocks()
})

/** Signs a message for a page that never fetches the answer. */
const signed = async () => {
  const { request, outcome } = await asked(
    newRequest({ method: 'personal_sign', wire: '["secret"]' }),
  )
  await approvals.approve(request.id, {}, () => Promise.resolve({ signature: '0x5160' }))
  await outcome
}

const disk = async () => JSON.stringify(await journal.approvals.toArray())

const sweepsAt = (when: number) =>
  vi.waitFor(() => expect(seen.alarms.get('sweep')).toEqual({ when }))

describe('the wallet opens in a tab', () => {
  const install = async (details: { reason: string; temporary?: boolean }) => {
    start()
    for (const run of seen.installs) run(details)
    // Promises that follow the event are done once timers run.
    await new Promise((resolve) => setTimeout(resolve))
    return seen.tabs
  }

  test('when it is installed', async () => {
    expect(await install({ reason: 'install' })).toEqual(['/popup.html'])
  })
  test.each([
    ['after an update', { reason: 'update' }],
    ['when Firefox loads it for a session', { reason: 'install', temporary: true }],
  ])('not %s', async (_, details) => {
    expect(await install(details)).toEqual([])
  })
  test('nor where a wallet is set up already', async () => {
    seen.hasVault = true
    expect(await install({ reason: 'install' })).toEqual([])
  })
})

describe('a signature that no page fetches', () => {
  test('is deleted by an alarm of its own, without another request', async () => {
    start()
    await signed()
    await sweepsAt(began + day)
    clock.now = began + 1_000
    await signed()
    clock.now = began + day + 1
    ring('sweep')
    await sweepsAt(began + day + 1_000)
    expect(await journal.approvals.count()).toBe(1)
    clock.now = began + day + 1_001
    ring('sweep')
    await vi.waitFor(async () => expect(await disk()).toBe('[]'))
  })

  test('is deleted at the next start, where it came due while the browser was closed', async () => {
    await signed()
    clock.now = began + day + 1
    start()
    await vi.waitFor(async () => expect(await disk()).toBe('[]'))
  })
})

describe('an update waits', () => {
  const waiting: Record<string, () => Promise<() => unknown>> = {
    'for a page of the wallet to close': () => {
      seen.isPageOpen = true
      return Promise.resolve(() => (seen.isPageOpen = false))
    },
    'for a request to be decided': async () => {
      await asked()
      return () => approvals.rejectAll()
    },
    'for a batch to come into a block': async () => {
      const { key } = await storeBatch({ mode: 'one' })
      await append(key, [did.signed('out'), did.sent('out')], began)
      return () => append(key, [did.sealed('out')], began)
    },
  }

  test.each(Object.entries(waiting))('%s', async (_, begin) => {
    start()
    const end = await begin()
    let waits = 0
    seen.onWait = () => {
      expect(seen.reloads).toBe(0)
      return ++waits === 2 ? end() : undefined
    }
    for (const run of seen.updates) run()
    await vi.waitFor(() => expect(seen.reloads).toBe(1))
    expect(waits).toBe(2)
  })

  test('for nothing else', async () => {
    start()
    seen.onWait = () => expect.fail('it waits')
    for (const run of seen.updates) run()
    await vi.waitFor(() => expect(seen.reloads).toBe(1))
  })
})

describe('an alarm', () => {
  test.each<[string, () => number]>([
    ['batches', () => seen.wakes],
    ['lock', () => seen.lockChecks],
  ])('%s is heard', async (name, count) => {
    start()
    await vi.waitFor(() => expect(count()).toBe(1))
    ring(name)
    await vi.waitFor(() => expect(count()).toBe(2))
  })

  test('“approvals” rejects what a page has left, but not in the first 30 s of a worker', async () => {
    start()
    const { request } = await asked()
    await approvals.documentLeft(request.documentId, began - day)
    ring('approvals')
    await vi.waitFor(() => expect(seen.alarms.has('approvals')).toBe(true))
    expect(await approvals.find(request.id)).toMatchObject({ state: 'pending' })
    clock.now = began + 30_000
    ring('approvals')
    await vi.waitFor(async () =>
      expect(await approvals.find(request.id)).toMatchObject({ state: 'rejected' }),
    )
  })
})

test('a worker leaves the disk to what woke it, but has itself woken for requests whose page has gone', async () => {
  const { promise: rested, resolve: rest } = Promise.withResolvers<void>()
  start(1, rested)
  await vi.waitFor(() => expect(seen.alarms.has('approvals')).toBe(true))
  expect(seen.wakes).toBe(0)
  rest()
  await vi.waitFor(() => expect(seen.wakes).toBe(1))
})

test('the start of a browser, which may have lost the alarms, wakes the batches', async () => {
  start()
  await vi.waitFor(() => expect(seen.wakes).toBe(1))
  for (const run of seen.starts) run()
  await vi.waitFor(() => expect(seen.wakes).toBe(2))
})
