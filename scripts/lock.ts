import type { runLocks } from '../tests/lock/lockMatrix.ts'
import { openModules } from './modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const modules = await openModules()
const matrix = await modules.load<{ runLocks: typeof runLocks }>('/tests/lock/lockMatrix.ts')

// Optional argument: a regular expression over the names, to run a part of the batches.
const named = new RegExp(process.argv[2] ?? '')
const { batches, baits, bitten, taken, falseAlarms, grabbed, leftovers, hidden, stopped, wrong } =
  await matrix.runLocks(
    (name) => named.test(name),
    (name, tally) => {
      const [baits, gas] = [String(tally.baits).padStart(3), `+${tally.gas} gas`.padStart(12)]
      console.log(`${name.padEnd(60)} ${baits} ${gas}${tally.wrong.length > 0 ? ' ✗' : ''}`)
      for (const what of tally.wrong) console.log(`    ${what}`)
    },
  )
await modules.close()

console.log(`a gift in between hides a bait in ${hidden} batches, own spending stops ${stopped}`)
console.log(`without the lock ${bitten} of ${baits} baits took something`)
console.log(`without the lock more is taken afterwards from ${grabbed} batches`)
console.log(
  `batches ${batches} baits ${baits} taken ${taken} false alarms ${falseAlarms} leftovers ${leftovers}`,
)
process.exit(wrong.length > 0 || batches === 0 ? 1 : 0)
