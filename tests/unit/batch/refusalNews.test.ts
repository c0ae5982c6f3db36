import { expect, test } from 'vitest'
import { newRefusals, untiring } from '@/lib/batch/refusalNews'
import type { Event } from '@/lib/db/batchEvent'
import { did, hashOf } from './batches'

const refused = (reason: string, name = 'a'): Event => ({
  type: 'refused',
  hash: hashOf(name),
  reason,
})

test.each(['fee', 'funds', 'unfit'])('%s is news the first time', (reason) => {
  expect(newRefusals([], [refused(reason)])).toEqual([reason])
})

test('a reason that a batch had before is no news, whichever transaction it was about', () => {
  expect(newRefusals([refused('funds', 'a')], [refused('funds', 'b')])).toEqual([])
})

test('a reason is news after another one', () => {
  expect(newRefusals([refused('funds')], [refused('fee')])).toEqual(['fee'])
  expect(newRefusals([refused('node')], [refused('unfit')])).toEqual(['unfit'])
})

test('a reason that comes twice at once is told once', () => {
  expect(newRefusals([], [refused('fee', 'a'), refused('fee', 'b')])).toEqual(['fee'])
})

test('two reasons at once are both told', () => {
  expect(newRefusals([], [refused('unfit'), refused('fee')])).toEqual(['fee', 'unfit'])
})

test('what nobody can help with is no news', () => {
  expect(newRefusals([], [refused('node')])).toEqual([])
})

test('events that refuse nothing are no news, also beside a refusal', () => {
  expect(newRefusals([], [did.sent('a'), did.stopped('refused')])).toEqual([])
  expect(newRefusals([did.sent('a')], [did.sent('b'), refused('fee')])).toEqual(['fee'])
})

test('a reason is kept ten times for a transaction that is sent again, and the others as before', () => {
  const before = Array.from({ length: 9 }, () => refused('fee'))
  const others = [refused('funds'), refused('fee', 'b'), did.sent('a')]
  expect(untiring(before, [refused('fee')])).toEqual([refused('fee')])
  expect(untiring([...before, refused('fee')], [refused('fee'), ...others])).toEqual(others)
  expect(untiring([...before, did.sent('a'), refused('funds')], [refused('fee')])).toHaveLength(1)
  expect(
    untiring(
      Array.from({ length: 20 }, () => did.sent('a')),
      [did.sent('a')],
    ),
  ).toHaveLength(1)
})
