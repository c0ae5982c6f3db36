import { afterAll, afterEach, beforeEach } from 'vitest'
import { nameOf, namespace, report, reportLife, testsIn } from './shared.ts'

// Before each test file: without any change, writes down which test comes by which change.

namespace.activeMutant = undefined
const coverage = (namespace.mutantCoverage ??= { static: {}, perTest: {} })
coverage.perTest = {}
reportLife()

beforeEach(({ task }) => {
  namespace.currentTestId = nameOf(task)
  reportLife()
})

afterEach(() => {
  namespace.currentTestId = undefined
})

// oxlint-disable-next-line no-empty-pattern -- Vitest insists on a pattern of fixtures, and none is needed
afterAll(({}, file) => {
  report({
    kind: 'covered',
    file: file.file.filepath,
    atImport: Object.keys(coverage.static),
    tests: testsIn(file)
      .filter(({ mode }) => mode === 'run')
      .map((test) => ({
        name: nameOf(test),
        isPassed: test.result?.state === 'pass',
        ms: test.result?.duration ?? 0,
        hits: coverage.perTest[nameOf(test)] ?? {},
      })),
  })
})
