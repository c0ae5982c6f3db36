import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { nameOf, namespace, plan, report, slots, testsIn } from './shared.ts'

// Before each test file: runs the tests of one slot on its change. A test that fails is run once more with the change
// and then without it. Only if it fails twice and then passes, in the same worker, has it noticed the change, and not
// what another change or a test that was left out has left behind.

const number = slots.next++
const slot = plan.slots[number]
if (!slot) throw new Error(`slot ${number} is not planned`)
report({ kind: 'process', pid: process.pid })
if (slots.isSpoilt || slots.killed.includes(slot.mutant)) {
  report({ kind: 'slot', slot: number, isKilled: false, isSpoilt: slots.isSpoilt })
  throw new Error('Nothing is left to try here.')
}
vi.setConfig({ testTimeout: slot.testTimeout, hookTimeout: slot.testTimeout })

let hasFailed = false

beforeAll(() => {
  namespace.activeMutant = slot.mutant
  namespace.hitCount = 0
  namespace.hitLimit = slot.hitLimit
})

beforeEach(({ task, skip }) => {
  const attempts = task.result?.attempts?.length ?? 0
  if (attempts > 0) {
    hasFailed = true
    namespace.hitCount = 0
    if (attempts > 1) namespace.activeMutant = undefined
  } else if (hasFailed || !slot.tests.includes(nameOf(task))) skip()
})

// oxlint-disable-next-line no-empty-pattern -- Vitest insists on a pattern of fixtures, and none is needed
afterAll(({}, file) => {
  namespace.activeMutant = undefined
  const tests = testsIn(file)
  const isKilled = tests.some(
    ({ result }) => result?.state === 'pass' && result.attempts?.[1]?.state === 'fail',
  )
  if (isKilled) slots.killed.push(slot.mutant)
  slots.isSpoilt = tests.some(({ result }) => result?.state === 'fail')
  report({ kind: 'slot', slot: number, isKilled, isSpoilt: slots.isSpoilt })
})
