import { expect, test } from 'vitest'
import { dangerOf, dangers, risksOf, type Danger, type Doubt } from '@/lib/approvals/danger'

const table: Record<Doubt, Danger> = {
  'unlisted token': 'look',
  'no network': 'look',
  'unlimited allowance': 'look',
  fails: 'two steps',
  'worse outcome': 'two steps',
  outdated: 'two steps',
  unchecked: 'two steps',
  'fee above amount': 'two steps',
  'fee above share': 'two steps',
  'fee above usual': 'two steps',
  'unfit sign-in': 'two steps',
  'malformed sign-in': 'two steps',
  'false network': 'two steps',
  'unchecked name': 'two steps',
  'imitated site': 'two steps',
  'phishing site': 'two steps',
  'false token': 'two steps',
  'unlimited permit': 'two steps',
  'unnamed permit': 'two steps',
  'unnamed payment': 'two steps',
  'poor return': 'two steps',
  'unnamed allowance': 'two steps',
  'given right': 'two steps',
  'unread call': 'two steps',
  'unread signature': 'two steps',
  'unlisted return': 'two steps',
  'look-alike receiver': 'two steps',
  'gives for nothing': 'two steps',
  'foreign sign-in': 'type it',
}

const all = Object.keys(table) as Doubt[]

const effort = (doubts: readonly Doubt[]) => dangers.indexOf(dangerOf(doubts))

/** Subsets of the doubts, in an order of their own, the same in every run. */
const combinations = (count: number): Doubt[][] => {
  let seed = 1
  const below = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % limit
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: below(all.length + 1) }, () => all[below(all.length)] ?? 'fails'),
  )
}

test.each(Object.entries(table))('%s: %s', (doubt, danger) => {
  expect(dangerOf([doubt as Doubt])).toBe(danger)
})

test('without a doubt a request is plain', () => {
  expect(dangerOf([])).toBe('plain')
  expect(risksOf([])).toEqual([])
})

test('the order of harm is the order of effort', () => {
  const efforts = all.map((doubt) => effort([doubt]))
  expect(efforts).toEqual([...efforts].sort((one, other) => one - other))
  expect(risksOf(all)).toEqual(all.slice(3).reverse())
})

test('one more doubt never lowers the danger, and their order and number do not matter', () => {
  for (const doubts of combinations(2_000)) {
    const before = effort(doubts)
    expect(before).toBe(Math.max(0, ...doubts.map((doubt) => effort([doubt]))))
    expect(effort([...doubts, ...doubts].reverse())).toBe(before)
    for (const doubt of all) {
      expect(effort([doubt, ...doubts])).toBe(Math.max(before, effort([doubt])))
      expect(risksOf([doubt, ...doubts])).toEqual(expect.arrayContaining(risksOf(doubts)))
    }
    expect(risksOf(doubts).length > 0).toBe(before > dangers.indexOf('look'))
  }
})
