import { expect, test } from 'vitest'
import { after, armsAt, counts, unarmed, type ArmingEvent } from '@/components/approvals/arming'

type Step = [at: number, event: ArmingEvent]

const seen: ArmingEvent = { type: 'seen', hold: 500 }
const press: ArmingEvent = { type: 'press', by: 'pointer' }
const key: ArmingEvent = { type: 'press', by: 'key', isRepeat: false }
const repeat: ArmingEvent = { type: 'press', by: 'key', isRepeat: true }
const focus: ArmingEvent = { type: 'focus' }
const blur: ArmingEvent = { type: 'blur' }
const release: ArmingEvent = { type: 'release' }

const click = (by: 'pointer' | 'key' | 'other'): ArmingEvent => ({ type: 'click', by })

/** The times of the clicks that approved. */
const approvedAt = (steps: readonly Step[]): number[] => {
  let arming = unarmed
  const found: number[] = []
  for (const [at, event] of steps) {
    if (event.type === 'click' && counts(arming, event.by, at)) found.push(at)
    arming = after(arming, event, at)
  }
  return found
}

const clickAt = (at: number, held = 5): Step[] => [
  [at, press],
  [at + held, release],
  [at + held, click('pointer')],
]

const enterAt = (at: number): Step[] => [
  [at, key],
  [at, click('key')],
]

const assistedAt = (at: number): Step[] => [[at, click('other')]]

test('a click counts once the content was seen for half a second', () => {
  expect(approvedAt([[0, seen], ...clickAt(499)])).toEqual([])
  expect(approvedAt([[0, seen], ...clickAt(500)])).toEqual([505])
  expect(approvedAt(clickAt(10_000))).toEqual([])
  expect(approvedAt([[0, { type: 'seen', hold: 700 }], ...clickAt(699)])).toEqual([])
  expect(approvedAt([[0, { type: 'seen', hold: 700 }], ...clickAt(700)])).toEqual([705])
})

test('one click after another never approves, however long it goes on', () => {
  for (const every of [20, 60, 200, 450]) {
    const clicks = Array.from({ length: 200 }, (_, index) => clickAt(index * every)).flat()
    expect(approvedAt([[0, seen], ...clicks])).toEqual([])
  }
})

test('a click too early starts the wait anew, counted from its end', () => {
  expect(approvedAt([[0, seen], ...clickAt(400), ...clickAt(904)])).toEqual([])
  expect(approvedAt([[0, seen], ...clickAt(400), ...clickAt(905)])).toEqual([910])
  // Pressed early and held until the button is armed.
  expect(approvedAt([[0, seen], ...clickAt(400, 2000)])).toEqual([])
})

test('a press begun on something else approves nothing', () => {
  const turned: Step[] = [
    [0, seen],
    [600, press],
    [610, { type: 'unseen' }],
    [620, seen],
    [1500, release],
    [1500, click('pointer')],
  ]
  expect(approvedAt(turned)).toEqual([])
  expect(approvedAt([...turned, ...clickAt(2000)])).toEqual([2005])
})

test('a key counts when the focus has stood on the button for half a second', () => {
  expect(approvedAt([[0, seen], [0, focus], ...enterAt(499)])).toEqual([])
  expect(approvedAt([[0, seen], [0, focus], ...enterAt(500)])).toEqual([500])
  expect(approvedAt([[0, seen], [2000, focus], ...enterAt(2001)])).toEqual([])
  expect(approvedAt([[0, seen], [2000, focus], ...enterAt(2001), ...enterAt(2502)])).toEqual([2502])
  expect(approvedAt([[0, seen], [0, focus], [900, blur], ...enterAt(1000)])).toEqual([])
})

test('a key that is held never counts', () => {
  const held = Array.from({ length: 200 }, (_, index): Step[] => [
    [index * 30, repeat],
    [index * 30, click('key')],
  ]).flat()
  expect(approvedAt([[0, seen], [0, focus], ...held])).toEqual([])
  // Space acts when it is let go.
  expect(
    approvedAt([
      [0, seen],
      [0, focus],
      [400, key],
      [900, click('key')],
    ]),
  ).toEqual([])
  expect(
    approvedAt([
      [0, seen],
      [0, focus],
      [600, key],
      [640, click('key')],
    ]),
  ).toEqual([640])
  const spaceHeld: Step[] = [
    [600, key],
    [900, repeat],
    [1500, click('key')],
  ]
  expect(approvedAt([[0, seen], [0, focus], ...spaceHeld])).toEqual([])
})

test('a screen reader or a switch counts by the focus alone', () => {
  expect(approvedAt([[0, seen], ...assistedAt(5000)])).toEqual([])
  expect(approvedAt([[0, seen], [4999, focus], ...assistedAt(5000)])).toEqual([])
  expect(approvedAt([[0, seen], [4500, focus], ...assistedAt(5000)])).toEqual([5000])
  // One that plays a mouse sends a click with a count, but no pointer.
  expect(
    approvedAt([[0, seen], [4500, focus], ...assistedAt(4600), [5100, click('pointer')]]),
  ).toEqual([5100])
})

test('a press that ended elsewhere lends nothing to a later click', () => {
  const dragged: Step[] = [
    [600, press],
    [700, release],
  ]
  expect(approvedAt([[0, seen], ...dragged, ...assistedAt(800)])).toEqual([])
  const tabbed: Step[] = [
    [0, focus],
    [600, key],
    [610, blur],
    [620, focus],
    [630, click('key')],
  ]
  expect(approvedAt([[0, seen], ...tabbed])).toEqual([])
})

test('while a press that came too early lasts, nothing tells when the button is armed', () => {
  const early = after(after(unarmed, seen, 0), press, 100)
  expect(armsAt(early)).toBeUndefined()
  expect(armsAt(after(early, release, 150))).toBe(650)
})

/** Tells if the last of these tries to press the button came too early. */
const isEarlyAfter = (steps: readonly Step[]): boolean =>
  steps.reduce((arming, [at, event]) => after(arming, event, at), unarmed).isEarly

test('a try that comes too early is noted, until one counts or something else is on the screen', () => {
  expect(isEarlyAfter([[0, seen]])).toBe(false)
  expect(isEarlyAfter([[0, seen], ...clickAt(400)])).toBe(true)
  expect(isEarlyAfter(clickAt(400))).toBe(true)
  expect(isEarlyAfter([[0, seen], ...clickAt(600)])).toBe(false)
  expect(isEarlyAfter([[0, seen], ...clickAt(400), ...clickAt(1000)])).toBe(false)
  expect(isEarlyAfter([[0, seen], ...clickAt(400), [450, { type: 'unseen' }]])).toBe(false)
})

test('a key on a disabled button clicks nothing, and is noted as too early all the same', () => {
  expect(
    isEarlyAfter([
      [0, seen],
      [0, focus],
      [400, key],
    ]),
  ).toBe(true)
  expect(
    isEarlyAfter([
      [0, seen],
      [0, focus],
      [600, repeat],
    ]),
  ).toBe(true)
  expect(
    isEarlyAfter([
      [0, seen],
      [0, focus],
      [600, key],
    ]),
  ).toBe(false)
  expect(isEarlyAfter([[0, seen], ...assistedAt(5000)])).toBe(true)
})

test('a press on the place of the button, for what is in front of it, is no try', () => {
  expect(
    isEarlyAfter([
      [0, seen],
      [100, press],
      [150, release],
    ]),
  ).toBe(false)
})
