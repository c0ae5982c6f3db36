import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { hasFailed, nameOf, namespace, plan, report, reportLife, slots, testsIn } from './shared.ts'

// Before each test file: runs the tests of one slot on its change. A test that fails is run once more without the
// change and then with it. Only if it fails, passes and fails, in the same worker, has it noticed the change, and not
// what another change or a test that was left out has left behind.

const number = slots.next++
const slot = plan.slots[number]
if (!slot) throw new Error(`slot ${number} is not planned`)
reportLife()
if (slots.isSpoilt || slots.killed.includes(slot.mutant)) {
  report({ kind: 'slot', slot: number, isKilled: false, isSpoilt: slots.isSpoilt })
  throw new Error('Nothing is left to try here.')
}
vi.setConfig({ testTimeout: slot.testTimeout, hookTimeout: slot.testTimeout })

// A file that cannot be imported never comes to its end.
slots.isSpoilt = true
let isRepeated = false

beforeAll(() => {
  namespace.activeMutant = slot.mutant
  namespace.hitCount = 0
  namespace.hitLimit = slot.hitLimit
})

beforeEach(({ task, skip }) => {
  const attempts = task.result?.attempts?.length ?? 0
  if (attempts > 0) {
    isRepeated = true
    namespace.hitCount = 0
    namespace.activeMutant = attempts === 1 ? undefined : slot.mutant
    // Vitest repeats what fails: so it takes a pass without the change for one, and a failure with it ends well.
    Object.assign(task, { fails: true })
  } else if (isRepeated || !slot.tests.includes(nameOf(task))) skip()
  reportLife()
})

// oxlint-disable-next-line no-empty-pattern -- Vitest insists on a pattern of fixtures, and none is needed
afterAll(({}, file) => {
  namespace.activeMutant = undefined
  const isKilled = testsIn(file).some(
    ({ result }) => result?.state === 'pass' && result.attempts?.length === 3,
  )
  if (isKilled) slots.killed.push(slot.mutant)
  slots.isSpoilt = hasFailed(file) || (isRepeated && !isKilled)
  report({ kind: 'slot', slot: number, isKilled, isSpoilt: slots.isSpoilt })
})
