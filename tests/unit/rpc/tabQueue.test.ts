import { describe, expect, test } from 'vitest'
import { createTabQueues, reserve, share, total } from '@/lib/rpc/tabQueue'

/** Requests that end when a test says so. */
const open = () => {
  const lines = createTabQueues()
  const started: { name: string; rest: () => void; end: () => void; fail: () => void }[] = []
  const take = (
    tab: string,
    name: string,
    characters = 1,
    frame?: string,
    kind: 'node' | 'own' = 'node',
  ) =>
    lines.take(
      { tab, frame },
      { characters, kind },
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

test('what the wallet answers by itself runs beside as many reads as may wait for a node, and is bounded too', async () => {
  const { take, started, names } = open()
  for (let index = 0; index < share.running + 1; index++) take('a', 'read')
  for (let index = 0; index < share.running + 1; index++)
    take('a', `own ${index}`, 1, undefined, 'own')
  const own = Array.from({ length: share.running }, (_, index) => `own ${index}`)
  expect(names().slice(share.running)).toEqual(own)
  started[share.running]?.end()
  await soon()
  expect(names().slice(2 * share.running)).toEqual([`own ${share.running}`])
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

describe('a frame cannot turn the wallet off for the page around it', () => {
  const bad = 'https://ad.example'
  const half = share.running / 2

  test('it runs half of what a tab runs at once, and the page has a place at once', () => {
    const { take, names } = open()
    for (let index = 0; index < share.running; index++) take('a', `ad ${index}`, 1, bad)
    expect(names()).toHaveLength(half)
    take('a', 'page')
    expect(names().at(-1)).toBe('page')
  })

  test('it has half of what a tab may have open, and less of it by itself', () => {
    const { take } = open()
    let taken = 0
    while (take('a', '', 1, bad)) taken++
    expect(taken).toBe(share.open / 4)
    while (take('a', '', 1, 'https://second.example')) taken++
    while (take('a', '', 1, 'https://third.example')) taken++
    expect(taken).toBe(share.open / 2)
    while (take('a', '')) taken++
    expect(taken).toBe(share.open)
  })

  test('its long requests leave the page half of the tab’s characters', () => {
    const { take } = open()
    expect(take('a', '', share.characters / 2, bad)).toBe(false)
    expect(take('a', '', share.characters / 4, bad)).toBe(true)
    expect(take('a', '', share.characters / 4, 'https://second.example')).toBe(true)
    expect(take('a', '', 1, 'https://third.example')).toBe(false)
    expect(take('a', '', share.characters / 2)).toBe(true)
  })

  test('frames take turns, whatever one of them sends', async () => {
    const { take, started, names } = open()
    for (let index = 0; index < half + 10; index++) take('a', `ad ${index}`, 1, bad)
    take('a', 'b0', 1, 'https://b.example')
    take('a', 'c0', 1, 'https://c.example')
    take('a', 'c1', 1, 'https://c.example')
    for (let index = 0; index < 5; index++) {
      started[index]?.end()
      await soon()
    }
    const [first, second, third, fourth, fifth] = names().slice(half)
    expect([first, second, third, fourth, fifth]).toEqual([
      `ad ${half}`,
      'b0',
      'c0',
      `ad ${half + 1}`,
      'c1',
    ])
  })

  test('a page without frames runs as much as ever', () => {
    const { take, names } = open()
    for (let index = 0; index < share.running; index++) take('a', '')
    expect(names()).toHaveLength(share.running)
  })
})

describe('all tabs together', () => {
  test('have a bound, and a tab that has nothing open is served beyond it', async () => {
    const { take, started, kept } = open()
    const tabs = total.characters / share.characters
    for (let tab = 0; tab < tabs; tab++) expect(take(`tab ${tab}`, '', share.characters)).toBe(true)
    expect(take('calm', '', reserve.characters + 1)).toBe(false)
    expect(take('calm', '', reserve.characters)).toBe(true)
    expect(take('calm', '')).toBe(false)
    expect(take('another', '')).toBe(true)
    expect(kept()).toBe(tabs + 2)
    started[0]?.end()
    await soon()
    expect(take('calm', '')).toBe(true)
  })

  test('have a bound of requests too', () => {
    const { take } = open()
    for (let tab = 0; tab < total.open / share.open; tab++) while (take(`tab ${tab}`, '')) continue
    let taken = 0
    while (take('calm', '')) taken++
    expect(taken).toBe(reserve.open)
  })
})
