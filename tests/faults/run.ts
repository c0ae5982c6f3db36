import type { runMatrix } from './faultMatrix.ts'
import type { runUnbroken } from './unbroken.ts'
import type { tables } from './outcomeTables.ts'
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
const wrong: string[] = []
const note = (name: string, whats: readonly string[]) => {
  for (const what of whats) console.error(`${name}: ${what}`)
  if (whats.length > 0) wrong.push(name)
}

const cells = await matrix.runMatrix(
  (fault, column, phase) => named.test(`${fault.name} | ${column.name} | ${phase}`),
  ({ fault, column, phase, wrong }) => note(`${fault} | ${column.name} | ${phase}`, wrong),
)
const walks = await unbroken.runUnbroken((name) => named.test(name))
for (const { name, wrong } of walks) note(name, wrong)
await modules.close()

console.log('status, how often each of three calls took effect, nonces used\n')
console.log(outcomes.tables(cells))
console.log('nothing broken')
for (const { name, outcome, wrong } of walks)
  console.log(`  ${name.padEnd(80)}${outcome}${wrong.length > 0 ? ' ✗' : ''}`)
const cases = cells.length + walks.length
if (cases === 0) console.error('no case has such a name')
console.log(`cases ${cases} wrong ${wrong.length}`)
process.exit(wrong.length > 0 || cases === 0 ? 1 : 0)
