import type { runLocks } from '../tests/lock/lockMatrix.ts'
import { openModules } from './modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const modules = await openModules()
const matrix = await modules.load<{ runLocks: typeof runLocks }>('/tests/lock/lockMatrix.ts')

// Optional argument: a regular expression over the names, to run a part of the batches.
const named = new RegExp(process.argv[2] ?? '')
const { batches, baits, bitten, taken, falseAlarms, leftovers, wrong } = await matrix.runLocks(
  (name) => named.test(name),
  (name, tally) => {
    console.log(
      `${name.padEnd(70)} ${String(tally.baits).padStart(3)}${tally.wrong.length > 0 ? ' ✗' : ''}`,
    )
    for (const what of tally.wrong) console.log(`    ${what}`)
  },
)
await modules.close()

console.log(`without the lock ${bitten} of ${baits} baits took something`)
console.log(
  `batches ${batches} baits ${baits} taken ${taken} false alarms ${falseAlarms} leftovers ${leftovers}`,
)
process.exit(wrong.length > 0 || batches === 0 ? 1 : 0)
