import { beforeEach, expect, test } from 'vitest'
import { createAutoLock, type UnlockedMemory } from '@/lib/keyring/autoLock'

const minute = 60_000

/** A memory whose reads and writes end when a test lets them. */
const open = () => {
  const world = {
    kept: {} as UnlockedMemory,
    now: 1_000_000,
    reads: 0,
    changed: () => undefined as void,
  }
  const held: (() => void)[] = []
  let isHeld = false
  const turn = () =>
    isHeld ? new Promise<void>((resolve) => held.push(resolve)) : Promise.resolve()
  const make = () =>
    createAutoLock({
      memory: {
        read: async () => {
          world.reads++
          const seen = { ...world.kept }
          await turn()
          return seen
        },
        write: async (kept) => {
          await turn()
          world.kept = { ...world.kept, ...kept }
        },
        clear: async () => {
          await turn()
          world.kept = {}
        },
        onChange: (listener) => (world.changed = listener),
      },
      now: () => world.now,
      minutes: () => Promise.resolve(15),
      wakeAt: () => undefined,
      isNeeded: () => Promise.resolve(false),
    })
  const hold = () => (isHeld = true)
  const release = () => {
    isHeld = false
    for (const go of held.splice(0)) go()
  }
  return { world, make, autoLock: make(), hold, release }
}

let scene: ReturnType<typeof open>

beforeEach(async () => {
  scene = open()
  await scene.autoLock.set('key')
})

test('memory is read once, however often it is asked', async () => {
  const { world, autoLock } = scene
  world.reads = 0
  for (let times = 0; times < 10; times++) expect(await autoLock.isOpen()).toBe(true)
  expect(world.reads).toBe(1)
})

test('what was open is locked from the moment it locks, and open again once unlocked', async () => {
  const { autoLock } = scene
  expect(await autoLock.isOpen()).toBe(true)
  await autoLock.set(undefined)
  expect(await autoLock.isOpen()).toBe(false)
  await autoLock.set('another')
  expect(await autoLock.isOpen()).toBe(true)
})

test('the deadline holds for what is known, and so does a clock that goes back', async () => {
  const { world, autoLock } = scene
  expect(await autoLock.isOpen()).toBe(true)
  world.now += 15 * minute
  expect(await autoLock.isOpen()).toBe(false)
  world.now -= 17 * minute
  expect(await autoLock.isOpen()).toBe(false)
})

test('presence moves the deadline of what is known', async () => {
  const { world, autoLock } = scene
  expect(await autoLock.isOpen()).toBe(true)
  world.now += 10 * minute
  await autoLock.touch()
  world.now += 10 * minute
  expect(await autoLock.isOpen()).toBe(true)
})

test('a read that began before it locked is not known after it', async () => {
  const { autoLock, hold, release } = scene
  hold()
  const asked = autoLock.isOpen()
  const locked = autoLock.set(undefined)
  const between = autoLock.isOpen()
  release()
  await Promise.all([asked, locked, between])
  expect(await autoLock.isOpen()).toBe(false)
})

test('a read while it locks is not known after it', async () => {
  const { world, autoLock, hold, release } = scene
  hold()
  const locked = autoLock.set(undefined)
  await Promise.resolve()
  const reading = autoLock.isOpen()
  release()
  await reading
  await locked
  expect(world.kept).toEqual({})
  expect(await autoLock.isOpen()).toBe(false)
})

test('a worker that starts anew reads for itself', async () => {
  const { world, autoLock, make } = scene
  expect(await autoLock.isOpen()).toBe(true)
  world.kept = {}
  expect(await make().isOpen()).toBe(false)
})

test('what somebody else changed is read again', async () => {
  const { world, autoLock } = scene
  expect(await autoLock.isOpen()).toBe(true)
  world.kept = {}
  world.changed()
  expect(await autoLock.isOpen()).toBe(false)
})
