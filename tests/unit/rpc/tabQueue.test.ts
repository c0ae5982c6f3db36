import { expect, test } from 'vitest'
import { createTabQueues, share } from '@/lib/rpc/tabQueue'

/** Requests that end when a test says so. */
const open = () => {
  const lines = createTabQueues()
  const started: { name: string; rest: () => void; end: () => void; fail: () => void }[] = []
  const take = (tab: string, name: string, characters = 1) =>
    lines.take(
      tab,
      characters,
      (rest) =>
        new Promise<void>((resolve, reject) => {
          started.push({ name, rest, end: resolve, fail: () => reject(new Error(name)) })
        }),
    )
  const names = () => started.map(({ name }) => name)
  return { ...lines, take, started, names }
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 0))

test('so many of one tab run at once, the others in their order, and other tabs do not wait', async () => {
  const { take, started, names, kept } = open()
  for (let index = 0; index < share.running + 3; index++) take('a', `a${index}`)
  take('b', 'b')
  const first = Array.from({ length: share.running }, (_, index) => `a${index}`)
  expect(names()).toEqual([...first, 'b'])
  started[3]?.end()
  started[5]?.end()
  await soon()
  expect(names()).toEqual([...first, 'b', `a${share.running}`, `a${share.running + 1}`])
  expect(kept()).toBe(share.running + 2)
})

test('one that waits for the user lets the next one run, once', async () => {
  const { take, started, kept } = open()
  for (let index = 0; index < share.running + 3; index++) take('a', '')
  started[0]?.rest()
  started[0]?.rest()
  expect(started).toHaveLength(share.running + 1)
  started[0]?.end()
  await soon()
  expect(started).toHaveLength(share.running + 1)
  expect(kept()).toBe(share.running + 2)
})

test('a tab has as much open as it may, by number and by length, until something ends', async () => {
  const { take, started, kept } = open()
  for (let index = 0; index < share.open; index++) expect(take('a', '')).toBe(true)
  expect(take('a', '')).toBe(false)
  expect(take('b', '', share.characters + 1)).toBe(false)
  expect(take('b', '', share.characters)).toBe(true)
  expect(take('b', '')).toBe(false)
  expect(kept()).toBe(share.open + 1)
  started[0]?.end()
  started.at(-1)?.end()
  await soon()
  expect([take('a', ''), take('a', ''), take('b', '')]).toEqual([true, false, true])
})

test('nothing is kept of a tab whose requests have ended', async () => {
  const { take, started, kept } = open()
  take('a', '')
  take('b', '')
  for (const { end } of started) end()
  await soon()
  expect(kept()).toBe(0)
})
