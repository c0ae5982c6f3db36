import { beforeEach, describe, expect, test } from 'vitest'
import { createAutoLock, type UnlockedMemory } from '@/lib/keyring/autoLock'

const minute = 60_000
const start = 1_000_000

/** The browser's memory, clock and alarm as fakes; the clock moves by hand. */
const open = (after: number | null = 15) => {
  const world = { kept: {} as UnlockedMemory, now: start, alarm: undefined as number | undefined }
  const choice = { minutes: after, isNeeded: false }
  const make = () =>
    createAutoLock({
      memory: {
        read: () => Promise.resolve({ ...world.kept }),
        write: (kept) => Promise.resolve(void (world.kept = { ...world.kept, ...kept })),
        clear: () => Promise.resolve(void (world.kept = {})),
        onChange: () => undefined,
      },
      now: () => world.now,
      minutes: () => Promise.resolve(choice.minutes),
      wakeAt: (at) => (world.alarm = at),
      isNeeded: () => Promise.resolve(choice.isNeeded),
    })
  return { world, choice, make, autoLock: make() }
}

let scene: ReturnType<typeof open>

beforeEach(async () => {
  scene = open()
  await scene.autoLock.set('key')
})

test('the key is given out until the deadline, by a worker that starts anew too', async () => {
  const { world, make } = scene
  world.now = start + 15 * minute - 1
  expect(await make().get()).toBe('key')
  world.now++
  expect(await make().get()).toBeUndefined()
})

test('an alarm at the deadline deletes the key', async () => {
  const { world, make } = scene
  expect(world.alarm).toBe(start + 15 * minute)
  world.now = start + 15 * minute
  expect(await make().check()).toBe(true)
  expect(world).toMatchObject({ kept: {}, alarm: undefined })
  expect(await make().check()).toBe(false)
})

test('a start before the deadline sets the alarm anew', async () => {
  scene.world.alarm = undefined
  expect(await scene.make().check()).toBe(false)
  expect(scene.world.alarm).toBe(start + 15 * minute)
})

test('the user’s presence moves the deadline, but not one that has passed', async () => {
  const { world, autoLock } = scene
  world.now += 10 * minute
  await autoLock.touch()
  expect(world.alarm).toBe(start + 25 * minute)
  world.now = start + 24 * minute
  expect(await autoLock.get()).toBe('key')
  world.now = start + 25 * minute
  await autoLock.touch()
  expect(await autoLock.get()).toBeUndefined()
})

test('presence does not bring back what is locked at the same moment', async () => {
  const { world, autoLock } = scene
  await Promise.all([autoLock.touch(), autoLock.set(undefined), autoLock.touch()])
  expect(world).toMatchObject({ kept: {}, alarm: undefined })
})

describe('past the deadline, an approved batch', () => {
  test('may be signed for ten minutes more, and nothing else', async () => {
    const { world, choice, autoLock } = scene
    choice.isNeeded = true
    world.now = start + 15 * minute
    expect(await autoLock.check()).toBe(true)
    expect(world.alarm).toBe(world.now + minute)
    world.now = start + 25 * minute - 1
    expect(await autoLock.get(true)).toBe('key')
    expect(await autoLock.get()).toBeUndefined()
    world.now++
    expect(await autoLock.get(true)).toBeUndefined()
    await autoLock.check()
    expect(world.kept).toEqual({})
  })

  test('that is through has the key deleted at once', async () => {
    const { world, choice, autoLock } = scene
    choice.isNeeded = true
    world.now = start + 16 * minute
    await autoLock.check()
    expect(world.kept.dataKey).toBe('key')
    choice.isNeeded = false
    world.now += minute
    await autoLock.check()
    expect(world.kept).toEqual({})
  })

  test('is not signed once the user has locked', async () => {
    await scene.autoLock.set(undefined)
    expect(await scene.autoLock.get(true)).toBeUndefined()
  })
})

test('“when the browser closes” has no deadline', async () => {
  const { world, autoLock } = open(null)
  await autoLock.set('key')
  world.now += 365 * 24 * 60 * minute
  expect(await autoLock.get()).toBe('key')
  expect(world.alarm).toBeUndefined()
  expect(await autoLock.check()).toBe(false)
})

test('a shorter time counts from the moment it is chosen', async () => {
  const { world, choice, autoLock } = scene
  choice.minutes = 1
  await autoLock.touch()
  expect(world.alarm).toBe(start + minute)
})

describe('in doubt the wallet is locked:', () => {
  test('a clock that went back', async () => {
    const { world, autoLock } = scene
    world.now = start - minute
    expect(await autoLock.get()).toBe('key')
    world.now--
    expect(await autoLock.get()).toBeUndefined()
    expect(await autoLock.get(true)).toBeUndefined()
    expect(await autoLock.check()).toBe(true)
    expect(world.kept).toEqual({})
  })

  test('a clock far ahead', async () => {
    scene.world.now += 365 * 24 * 60 * minute
    expect(await scene.autoLock.get(true)).toBeUndefined()
  })

  test.each<[string, UnlockedMemory]>([
    ['no deadline', { dataKey: 'key', seenAt: start }],
    ['no moment at which it was said', { dataKey: 'key', lockAt: null }],
  ])('%s', async (_, kept) => {
    scene.world.kept = kept
    expect(await scene.autoLock.get(true)).toBeUndefined()
    await scene.autoLock.check()
    expect(scene.world.kept).toEqual({})
  })
})
