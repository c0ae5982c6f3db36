import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashOfRun } from '../../mutation/kept'
import { summaryOf } from '../../mutation/summary'
import { readTests } from '../../mutation/testsOf'

const files = globSync('lib/{batch,decode,keyring,lock,sign}/**/*.ts').map((file) =>
  file.replaceAll('\\', '/'),
)
const testsOf = readTests()

test('each file that mutations change has tests that reach it, unless it holds types alone', () => {
  const without = files.filter((file) => testsOf(file).length === 0)
  const values = without.filter((file) =>
    /^(export )?(const|let|function|class) /m.test(readFileSync(file, 'utf8')),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(values).toEqual([])
})

test('tests named after a file come first, and no slow one where its folder has others', () => {
  expect(testsOf('lib/batch/usedNonces.ts')[0]?.[0]).toMatch(/usedNonces\./)
  expect(testsOf('lib/batch/trace.ts').flat()).not.toContain(
    'tests/unit/batch/explain.anvil.test.ts',
  )
  expect(testsOf('lib/lock/heldItems.ts').flat()).not.toContain('tests/unit/lock/heldItems.test.ts')
  expect(testsOf('lib/lock/leftovers.ts')[0]?.[0]).toMatch(/leftovers\./)
  expect(testsOf('lib/lock/leftovers.ts').flat()).not.toContain('tests/unit/lock/others.test.ts')
  expect(testsOf('lib/batch/foldCache.ts').flat()).not.toContain(
    'tests/unit/batch/manyInOrder.test.ts',
  )
})

test('a kept score ends with another code, set-up, configuration or package', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const hashes = new Set([await hashOfRun('code', folder), await hashOfRun('other', folder)])
  const means = ['tests/unit/setup.ts', 'vitest.config.ts', 'package-lock.json']
  for (const file of means) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    for (const text of ['one', 'other']) {
      writeFileSync(join(folder, file), text)
      hashes.add(await hashOfRun('code', folder))
    }
  }
  expect(hashes.size).toBe(2 + 2 * means.length)
  expect(hashes).toContain(await hashOfRun('code', folder))
})

test('a run that was stopped says which files it has no score of, and nothing scores nothing', () => {
  expect(summaryOf(new Map(), ['lib/a.ts', 'lib/b.ts'])).toEqual([
    'files 0 of 2, 0.0 minutes of a core, 0 killed by time-out',
    'missing: lib/a.ts lib/b.ts',
    'mutants 0 killed 0 score 0.0 %',
  ])
})

test('a run counts how many changes were noticed by the time alone', () => {
  const place = { line: 1, column: 1 }
  const change = { id: '0', start: place, end: place, replacement: '', tried: [] }
  const mutants = (['killed', 'timeout', 'survived', 'undecided'] as const).map((status) => ({
    ...change,
    status,
  }))
  expect(summaryOf(new Map([['lib/a.ts', { seconds: 60, mutants }]]), ['lib/a.ts'])).toEqual([
    'files 1 of 1, 1.0 minutes of a core, 1 killed by time-out',
    'mutants 4 killed 2 score 50.0 %',
  ])
})
