import { expect, test } from 'vitest'
import { judge, lastStatusProblem, statusProblem } from '../../crash-browser/trialJudge'
import { delayOf, drawTrials } from '../../crash-browser/plan'

const right = { isDue: true, paid: [1, 1, 1], spare: 0, wrong: [] }

test('each call exactly once when due, and never when not, is right; all else is counted', () => {
  expect(judge(right)).toEqual({ lost: 0, doubled: 0, wrong: 0 })
  expect(judge({ ...right, isDue: false, paid: [0, 0, 0] })).toEqual({
    lost: 0,
    doubled: 0,
    wrong: 0,
  })
  expect(judge({ ...right, paid: [1, 0, 0] })).toMatchObject({ lost: 2, doubled: 0 })
  expect(judge({ ...right, paid: [2, 1, 3] })).toMatchObject({ lost: 0, doubled: 3 })
  expect(judge({ ...right, paid: [2, 1, 0] })).toMatchObject({ lost: 1, doubled: 1 })
  expect(judge({ ...right, isDue: false })).toMatchObject({ lost: 0, doubled: 3 })
  expect(judge({ ...right, spare: 1 })).toMatchObject({ doubled: 1 })
  // A call too few and a call too many must not cancel out.
  expect(judge({ ...right, paid: [2, 1, 1], spare: -1 })).toMatchObject({ doubled: 1 })
  expect(judge({ ...right, wrong: ['status 400'] })).toMatchObject({ wrong: 1 })
})

const inOrder = { isAtomic: false, isTold: true }
const atomic = { isAtomic: true, isTold: true }
const said = (status: number, receipts: number, isAtomic = false) => ({
  result: { status, atomic: isAtomic, receipts: Array.from({ length: receipts }, () => ({})) },
})
const unknown = { error: { code: 5730, message: 'Unknown bundle id' } }

test('a status that the chain bears out is right', () => {
  expect(statusProblem(said(100, 0), { ...inOrder, paid: [0, 0, 0] })).toBeUndefined()
  expect(statusProblem(said(100, 1), { ...inOrder, paid: [1, 1, 0] })).toBeUndefined()
  expect(statusProblem(said(200, 3), { ...inOrder, paid: [1, 1, 1] })).toBeUndefined()
  expect(statusProblem(said(200, 1, true), { ...atomic, paid: [1, 1, 1] })).toBeUndefined()
  expect(statusProblem(unknown, { ...inOrder, isTold: false, paid: [0, 0, 0] })).toBeUndefined()
})

test('a status that the chain belies is wrong', () => {
  const all = [1, 1, 1]
  expect(statusProblem(unknown, { ...inOrder, paid: all })).toMatch('unknown')
  expect(statusProblem(said(200, 3), { ...inOrder, paid: [1, 1, 0] })).toMatch('a receipt')
  expect(statusProblem(said(200, 3), { ...inOrder, paid: [1, 2, 1] })).toMatch('1, 2, 1 times')
  expect(statusProblem(said(200, 2), { ...inOrder, paid: all })).toMatch('2 receipts')
  expect(statusProblem(said(100, 1, true), { ...atomic, paid: [0, 0, 0] })).toMatch('a receipt')
  expect(statusProblem(said(200, 3), { ...atomic, paid: all })).toMatch('atomic false')
  for (const status of [400, 500, 600])
    expect(statusProblem(said(status, 0), { ...inOrder, paid: [0, 0, 0] })).toBe(`status ${status}`)
  const error = { code: -32603, message: 'Internal error' }
  expect(statusProblem({ error }, { ...inOrder, paid: all })).toMatch('-32603')
})

test('in the end, 100 is wrong too, and a batch that was never approved is unknown', () => {
  const all = { isAtomic: false, isDue: true, paid: [1, 1, 1] }
  expect(lastStatusProblem(said(200, 3), all)).toBeUndefined()
  expect(lastStatusProblem(said(100, 3), all)).toBe('status 100 for ever')
  expect(lastStatusProblem(unknown, all)).toMatch('unknown')
  const none = { isAtomic: false, isDue: false, paid: [0, 0, 0] }
  expect(lastStatusProblem(unknown, none)).toBeUndefined()
  expect(lastStatusProblem(said(100, 0), none)).toMatch('known')
})

test('a seed repeats its trials, which differ and stay within the length of a run', () => {
  const counts = { stop: 100, kill: 30 }
  const trials = drawTrials(7, counts)
  expect(drawTrials(7, counts)).toEqual(trials)
  expect(drawTrials(8, counts)).not.toEqual(trials)
  expect(trials.map(({ strike }) => strike).filter((strike) => strike === 'kill')).toHaveLength(30)
  expect(new Set(trials.map(({ number }) => number)).size).toBe(130)
  const delays = trials.flatMap(({ moments }) =>
    moments.map((moment) => delayOf(moment, { asked: 2_000, approved: 1_000 })),
  )
  expect(delays.length).toBeGreaterThan(130)
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...delays)).toBeLessThan(2_000)
  expect(delays.filter((delay) => delay < 50).length).toBeGreaterThan(20)
})
