import { expect, test } from 'vitest'
import { later, placesOf } from '@/lib/simulate/place'

const latest = { number: '0x10', timestamp: '0x64' } as const
const pending = { number: '0x11', timestamp: '0x66' } as const

const clocks = (blocks: readonly { number: bigint; time: bigint }[] | undefined) =>
  blocks?.map(({ number, time }) => [Number(number), Number(time)])

test('the next block comes when its chain’s do, and the pending one stands on the latest', () => {
  const places = placesOf(pending, latest, true)
  expect(places?.next.state).toBe('pending')
  expect(clocks(places?.next.blocks)).toEqual([[18, 104]])
  expect(places?.other.state).toBe('latest')
  expect(clocks(places?.other.blocks)).toEqual([[17, 102]])
  expect(clocks(places?.twin?.blocks)).toEqual([
    [17, 102],
    [18, 104],
  ])
})

test('where the account has been busy since the latest block, the one after the next stands in', () => {
  const places = placesOf(pending, latest, false)
  expect(places?.other.state).toBe('pending')
  expect(clocks(places?.other.blocks)).toEqual([
    [18, 104],
    [19, 106],
  ])
  expect(places?.twin).toBeUndefined()
})

test('a pending block without a number is the one after the latest', () => {
  expect(placesOf({ number: null, timestamp: '0x66' }, latest, true)).toEqual(
    placesOf(pending, latest, true),
  )
})

test('a node without a pending block counts on from its latest, by the block time that is known', () => {
  expect(clocks(placesOf(latest, latest, true, 2)?.other.blocks)).toEqual([
    [17, 102],
    [18, 104],
  ])
  expect(clocks(placesOf(null, latest, true)?.next.blocks)).toEqual([[17, 112]])
  expect(placesOf(pending, null, true)).toBeUndefined()
})

test('a chain that went on moves number and time, or time alone', () => {
  const next = placesOf(pending, latest, true)?.next
  expect(clocks(next && later(next, 1n, 1n).blocks)).toEqual([[19, 106]])
  expect(clocks(next && later(next, 0n, 4n).blocks)).toEqual([[18, 112]])
})
