import { execFileSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import type { Mutant } from '../../mutation/mutate'

// In a program of its own: Vitest does not start in a worker of Vitest.
const program = `
import { changesOf } from './tests/mutation/changes.ts'
import { mutate } from './tests/mutation/mutate.ts'
import { runIn, startVitest } from './tests/mutation/runs.ts'
const samples = 'tests/mutation/samples/'
const run = (rounds, known) =>
  mutate(
    samples + 'sample.ts',
    rounds.map((tests) => tests.map((test) => samples + test + '.sample.ts')),
    known,
  )
const runSlowly = async () => {
  const { code } = await changesOf(samples + 'sample.ts')
  const vitest = await startVitest(samples + 'sample.ts', code)
  const settings = { worker: 'fresh', testTimeout: 60_000, patience: 6_000 }
  const { hasFailed, hasEnded } = await runIn(vitest, [samples + 'slow.sample.ts'], settings)
  return { hasFailed, hasEnded }
}
const [near, left, slow] = await Promise.all([
  run([['near']]),
  run([['import', 'hook', 'late']]),
  runSlowly(),
])
const third = await run([[], [], ['far']], near)
console.log(JSON.stringify([near, third, await run([['far']], third), left, slow]))
// Vitest asks for another code, as tests have failed.
process.exit(0)
`

let near: Mutant[] = []
let third: Mutant[] = []
let both: Mutant[] = []
let left: Mutant[] = []
let slow: unknown

beforeAll(() => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  ;[near, third, both, left, slow] = JSON.parse(
    output.split('\n').findLast((line) => line.startsWith('[[')) ?? '',
  ) as [Mutant[], Mutant[], Mutant[], Mutant[], unknown]
})

/** Status of each change in some lines of the sample. */
const statuses = (mutants: readonly Mutant[], first: number, last = first) =>
  mutants
    .filter(({ start }) => start.line >= first && start.line <= last)
    .map(({ replacement, status }) => `${replacement}: ${status}`)

test('a change that makes a test fail is noticed', () => {
  expect(statuses(near, 1)).toEqual(['() => undefined: killed', 'value * 2: killed'])
})

test('a change that a test runs and does not look at survives, until another test notices it', () => {
  expect(statuses(near, 3)).toContain('text.length >= 3: survived')
  expect(statuses(both, 3)).toContain('text.length >= 3: killed')
  expect(statuses(both, 3)).toContain('text.length <= 3: killed')
})

test('a change that no test runs is said to be unreached, once its file is imported', () => {
  expect(statuses(both, 5)).toEqual(['() => undefined: survived', '"": unreached'])
})

test('a loop without an end is noticed', () => {
  expect(statuses(near, 7, 11)).toContain('at -= 1: killed')
  expect(statuses(near, 7, 11)).toContain('false: killed')
})

test('what one change leaves behind counts neither for it nor for the next one', () => {
  const found = statuses(near, 16, 20)
  expect(found).toContain('{}: killed')
  expect(found).toContain('false: survived')
})

test('a test that fails once alone, as one before it was left out, has noticed nothing', () => {
  expect(statuses(both, 22)).toContain('value - 1: survived')
})

test('a test that fails until it was run often enough has noticed nothing', () => {
  expect(statuses(near, 24)).toEqual(['() => undefined: survived', 'value - 2: survived'])
})

test('a test that fails once hides no later one that notices the change', () => {
  expect(statuses(near, 26)).toEqual(['() => undefined: killed', 'value - 3: killed'])
})

test('a change that meets what another one left, in an import or a hook, is tried alone', () => {
  expect(statuses(left, 33, 35)).toEqual([
    '() => undefined: killed',
    'value / 2: killed',
    '() => undefined: killed',
    'value / 3: killed',
  ])
})

test('nothing is decided where a test fails alone without the change too, and it is not tried then', () => {
  expect(statuses(left, 37)).toEqual(['() => undefined: killed', 'value * 4: undecided'])
  expect(left.find(({ replacement }) => replacement === 'value * 4')?.tried).toEqual([])
})

test('a test that ran on unreached changes alone still runs on the others', () => {
  expect(statuses(third, 3)).toContain('text.length >= 3: survived')
  expect(statuses(both, 3)).toContain('text.length >= 3: killed')
})

test('a file of slow tests is not ended as long as each of them comes to its end', () => {
  expect(slow).toEqual({ hasFailed: false, hasEnded: false })
})
