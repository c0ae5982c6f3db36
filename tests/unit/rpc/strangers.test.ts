import { expect, test } from 'vitest'
import { createStrangers, strangerShare, type Stranger } from '@/lib/rpc/strangers'

const open = () => {
  const clock = { now: 1_000_000 }
  return { clock, take: createStrangers(() => clock.now) }
}

type Take = (stranger: Stranger) => boolean

const taken = (take: Take, origin: string, times: number, tab = 1) =>
  Array.from({ length: times }, () => take({ origin, tab })).filter(Boolean).length

/** Has frames of 5,000 origins ask once, each in the tab that `tabOf` gives; returns how many may. */
const framesTake = (take: Take, tabOf: (at: number) => number) =>
  Array.from({ length: 5_000 }, (_, at) =>
    take({ origin: `site ${at}`, tab: tabOf(at), top: 'top' }),
  ).filter(Boolean).length

test('a site gets a burst, then so many a second', () => {
  const { clock, take } = open()
  const { most, perSecond } = strangerShare.site
  expect(taken(take, 'a', 1_000)).toBe(most)
  clock.now += 1_000
  expect(taken(take, 'a', 1_000)).toBe(perSecond)
  clock.now += 3_600_000
  expect(taken(take, 'a', 1_000)).toBe(most)
})

test('one site’s flood leaves the others their share', () => {
  const { take } = open()
  taken(take, 'a', 1_000)
  expect(taken(take, 'b', 1)).toBe(1)
})

test('frames of any number of origins get no more than a part of their tab’s', () => {
  const { clock, take } = open()
  const { most, perSecond } = strangerShare.frames
  expect(framesTake(take, () => 1)).toBe(most)
  expect(taken(take, 'top', 1_000)).toBe(strangerShare.site.most)
  clock.now += 2_000
  expect(framesTake(take, () => 1)).toBe(2 * perSecond)
  expect(taken(take, 'top', 1_000)).toBe(2 * strangerShare.site.perSecond)
})

test('a tab that opens one site after another gets no more than its own', () => {
  const { take } = open()
  const asked = Array.from({ length: 10 }, (_, at) => taken(take, `site ${at}`, 1_000))
  expect(asked.reduce((sum, one) => sum + one)).toBe(strangerShare.tab.most)
  expect(taken(take, 'calm', 1, 2)).toBe(1)
})

test('sites of any number get no more than all of them may', () => {
  const { clock, take } = open()
  const { most, perSecond } = strangerShare.all
  expect(framesTake(take, (at) => at)).toBe(most)
  clock.now += 2_000
  expect(framesTake(take, (at) => at)).toBe(2 * perSecond)
})

test('a clock that is set back gives nothing', () => {
  const { clock, take } = open()
  taken(take, 'a', 1_000)
  clock.now -= 3_600_000
  expect(taken(take, 'a', 10)).toBe(0)
})
