import { expect, test } from 'vitest'
import { createAutoLock, type UnlockedMemory } from '@/lib/keyring/autoLock'

const minute = 60_000
const start = 1_000_000

/** Auto-lock on a memory as a test leaves it; `pending`: what the browser does before it says that it has. */
const openOn = (
  kept: UnlockedMemory,
  {
    isNeeded = () => Promise.resolve(false),
    pending = () => Promise.resolve(),
  }: { isNeeded?: () => Promise<boolean>; pending?: () => Promise<void> } = {},
) => {
  const world = { kept, now: start, alarm: 'untouched' as number | undefined | 'untouched' }
  const autoLock = createAutoLock({
    memory: {
      read: () => Promise.resolve({ ...world.kept }),
      write: (more) => Promise.resolve(void (world.kept = { ...world.kept, ...more })),
      clear: () => {
        world.kept = {}
        return pending()
      },
      onChange: () => undefined,
    },
    now: () => world.now,
    minutes: () => Promise.resolve(15),
    wakeAt: (at) => (world.alarm = at),
    isNeeded,
  })
  return { world, autoLock }
}

const unlocked = { dataKey: 'key', lockAt: start + 15 * minute, seenAt: start }

test('a deadline without a key is a locked wallet, however often it is asked', async () => {
  const { world, autoLock } = openOn({ lockAt: null, seenAt: start })
  expect([await autoLock.isOpen(), await autoLock.isOpen()]).toEqual([false, false])
  await autoLock.touch()
  expect(await autoLock.get()).toBeUndefined()
  expect(world.kept).toEqual({ lockAt: null, seenAt: start })
})

test('a locked wallet is woken at no deadline that is left', async () => {
  const { world, autoLock } = openOn({ lockAt: start + minute, seenAt: start })
  expect(await autoLock.check()).toBe(false)
  expect(world.alarm).toBe('untouched')
})

test('the key goes where nobody can say whether a batch needs it', async () => {
  const isNeeded = () => Promise.reject(new Error('disk'))
  const { world, autoLock } = openOn(unlocked, { isNeeded })
  world.now = start + 16 * minute
  expect(await autoLock.check()).toBe(true)
  expect(world).toMatchObject({ kept: {}, alarm: undefined })
})

test('before the deadline nobody is asked whether a batch needs the key', async () => {
  let times = 0
  const isNeeded = () => {
    times++
    return Promise.resolve(true)
  }
  const { world, autoLock } = openOn(unlocked, { isNeeded })
  world.now = start + 15 * minute - 1
  expect(await autoLock.check()).toBe(false)
  expect(times).toBe(0)
  expect(world.alarm).toBe(start + 15 * minute)
})

test('the wallet is locked as soon as memory is empty, before the browser says so', async () => {
  let end = () => undefined as void
  const { autoLock } = openOn(unlocked, {
    pending: () => new Promise((resolve) => (end = resolve)),
  })
  expect(await autoLock.isOpen()).toBe(true)
  const locked = autoLock.set(undefined)
  await expect.poll(() => autoLock.isOpen()).toBe(false)
  end()
  await locked
  expect(await autoLock.isOpen()).toBe(false)
})

test('a wallet whose memory cannot be emptied is asked anew whether it is open', async () => {
  const { world, autoLock } = openOn(unlocked, { pending: () => Promise.reject(new Error('no')) })
  expect(await autoLock.isOpen()).toBe(true)
  await expect(autoLock.set(undefined)).rejects.toThrow('no')
  expect(await autoLock.isOpen()).toBe(false)
  world.kept = { ...unlocked }
  expect(await autoLock.get()).toBe('key')
})
