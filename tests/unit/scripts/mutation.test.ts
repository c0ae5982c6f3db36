import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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

test('tests named after a file come first, and none on a node where its folder has others', () => {
  expect(testsOf('lib/batch/usedNonces.ts')[0]?.[0]).toBe('tests/unit/batch/usedNonces.test.ts')
  expect(testsOf('lib/batch/trace.ts').flat()).not.toContain(
    'tests/unit/batch/explain.anvil.test.ts',
  )
  expect(testsOf('lib/lock/heldItems.ts').flat()).not.toContain('tests/unit/lock/heldItems.test.ts')
  expect(testsOf('lib/lock/leftovers.ts')[0]?.[0]).toMatch(/leftovers\./)
  expect(testsOf('lib/lock/leftovers.ts').flat()).not.toContain('tests/unit/lock/others.test.ts')
})
