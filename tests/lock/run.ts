import type { runLocks } from './lockMatrix.ts'
import { openModules } from '../harness/modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const modules = await openModules()
const matrix = await modules.load<{ runLocks: typeof runLocks }>('/tests/lock/lockMatrix.ts')

// Optional argument: a regular expression over the names, to run a part of the batches.
const named = new RegExp(process.argv[2] ?? '')
const { wrong, ...sum } = await matrix.runLocks(
  (name) => named.test(name),
  (name, tally) => {
    const [baits, gas] = [String(tally.baits).padStart(3), `+${tally.gas} gas`.padStart(12)]
    const exact = `exact +${tally.exactGas} gas`.padStart(18)
    const mark = tally.wrong.length > 0 ? ' ✗' : ''
    console.log(`${name.padEnd(60)} ${baits} ${gas} ${exact}${mark}`)
    for (const what of tally.wrong) console.log(`    ${what}`)
  },
)
await modules.close()

const { batches, baits, taken, falseAlarms, leftovers } = sum

/** The fewest batches, and runs with a bait, of a whole run that proves something. */
const [least, leastBaits] = [60, 60 * 20]
const isWhole = process.argv[2] === undefined
const isTooFew = batches === 0 || (isWhole && (batches < least || baits < leastBaits))
console.log(
  `the usual form: a gift in between hides a bait in ${sum.hidden} of ${batches} batches, own spending stops ${sum.stopped}`,
)
console.log(
  `the exact form: a gift in between hides a bait in ${sum.exactHidden} of ${batches} batches, own spending stops ${sum.exactStopped}`,
)
console.log(`without the lock ${sum.bitten} of ${baits} baits took something`)
console.log(`without the lock more is taken afterwards from ${sum.grabbed} batches`)
console.log(
  `batches ${batches} baits ${baits} taken ${taken} false alarms ${falseAlarms} leftovers ${leftovers}`,
)
process.exit(wrong.length > 0 || isTooFew ? 1 : 0)
