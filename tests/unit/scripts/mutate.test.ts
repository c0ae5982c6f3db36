import { execFileSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import type { Mutant } from '../../mutation/mutate'

// In a program of its own: Vitest does not start in a worker of Vitest.
const program = `
import { mutate } from './tests/mutation/mutate.ts'
const samples = 'tests/mutation/samples/'
const run = (tests, known) =>
  mutate(samples + 'sample.ts', [tests.map((test) => samples + test + '.sample.ts')], known)
const near = await run(['near'])
console.log(JSON.stringify([near, await run(['far'], near)]))
// Vitest asks for another code, as tests have failed.
process.exit(0)
`

let near: Mutant[] = []
let both: Mutant[] = []

beforeAll(() => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  ;[near, both] = JSON.parse(
    output.split('\n').findLast((line) => line.startsWith('[[')) ?? '',
  ) as [Mutant[], Mutant[]]
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
