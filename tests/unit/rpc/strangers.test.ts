import { expect, test } from 'vitest'
import { createStrangers, strangerShare } from '@/lib/rpc/strangers'

const open = () => {
  const clock = { now: 1_000_000 }
  return { clock, take: createStrangers(() => clock.now) }
}

const taken = (take: (origin: string) => boolean, origin: string, times: number) =>
  Array.from({ length: times }, () => take(origin)).filter(Boolean).length

test('a site gets a burst, then so many a second', () => {
  const { clock, take } = open()
  const { most, perSecond } = strangerShare.each
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

test('sites of any number get no more than all of them may', () => {
  const { clock, take } = open()
  const { most, perSecond } = strangerShare.all
  const flood = () =>
    Array.from({ length: 5_000 }, (_, at) => take(`site ${at}`)).filter(Boolean).length
  expect(flood()).toBe(most)
  clock.now += 2_000
  expect(flood()).toBe(2 * perSecond)
})

test('a clock that is set back gives nothing', () => {
  const { clock, take } = open()
  taken(take, 'a', 1_000)
  clock.now -= 3_600_000
  expect(taken(take, 'a', 10)).toBe(0)
})
