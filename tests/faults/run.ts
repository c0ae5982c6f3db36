import type { runMatrix } from './faultMatrix.ts'
import type { runUnbroken } from './unbroken.ts'
import type { tables } from './outcomeTables.ts'
import { show } from './columns.ts'
import { harmOf, type Harm } from './harm.ts'
import { openModules } from '../harness/modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chains.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const modules = await openModules()
const matrix = await modules.load<{ runMatrix: typeof runMatrix }>('/tests/faults/faultMatrix.ts')
const unbroken = await modules.load<{ runUnbroken: typeof runUnbroken }>(
  '/tests/faults/unbroken.ts',
)
const outcomes = await modules.load<{ tables: typeof tables }>('/tests/faults/outcomeTables.ts')

// Optional argument: a regular expression over the names, to run a part of the matrix.
const named = new RegExp(process.argv[2] ?? '')
const tell = (name: string, whats: readonly string[]) => {
  for (const what of whats) console.error(`${name}: ${what}`)
}

const cells = await matrix.runMatrix(
  (fault, column, phase) => named.test(`${fault.name} | ${column.name} | ${phase}`),
  ({ fault, column, phase, wrong }) => tell(`${fault} | ${column.name} | ${phase}`, wrong),
)
const walks = await unbroken.runUnbroken((name) => named.test(name))
for (const { name, wrong } of walks) tell(name, wrong)
await modules.close()

console.log('status, how often each of three calls took effect, nonces used\n')
console.log(outcomes.tables(cells))
console.log('nothing broken')
for (const { name, outcome, wrong } of walks)
  console.log(`  ${name.padEnd(80)}${show(outcome)}${wrong.length > 0 ? ' ✗' : ''}`)
const cases = [...cells, ...walks]
if (cases.length === 0) console.error('no case has such a name')
const harms = cases.filter(({ wrong }) => wrong.length > 0).map(harmOf)
const count = (kind: Harm) => harms.filter((one) => one === kind).length
console.log(
  `cases ${cases.length} lost ${count('lost')} doubled ${count('doubled')} wrong-status ${count('wrong-status')}`,
)
process.exit(harms.length > 0 || cases.length === 0 ? 1 : 0)
