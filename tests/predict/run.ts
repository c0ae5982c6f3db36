import type { runMatrix } from './predictMatrix.ts'
import { openModules } from '../harness/modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const modules = await openModules()
// The first glance takes its sentences from the browser, which Node has not.
const { i18n } = await modules.load<{ i18n: unknown }>('/tests/unit/i18n.ts')
Object.assign(globalThis, { chrome: { i18n, runtime: { id: 'predict' } } })
const matrix = await modules.load<{ runMatrix: typeof runMatrix }>(
  '/tests/predict/predictMatrix.ts',
)

// Optional argument: a regular expression over the names, to run a part of the batches.
const named = new RegExp(process.argv[2] ?? '')
const trials = await matrix.runMatrix(
  (name) => named.test(name),
  ({ name, changes, wrong }) => {
    console.log(`${name.padEnd(90)} ${String(changes).padStart(2)}${wrong.length > 0 ? ' ✗' : ''}`)
    for (const what of wrong) console.log(`    ${what}`)
  },
)
await modules.close()

/** The fewest batches, and hostile ones among them, of a whole run that proves something. */
const [least, leastHostile] = [150, 30]

const count = (isMeant: (trial: (typeof trials)[number]) => boolean | undefined) =>
  trials.filter(isMeant).length
const changes = trials.reduce((sum, trial) => sum + trial.changes, 0)
const mismatches = trials.reduce((sum, { wrong }) => sum + wrong.length, 0)
const unsaid = count(({ isUnsaid }) => isUnsaid)
const hostile = count(({ isHostile }) => isHostile)
const isWhole = process.argv[2] === undefined
const isTooFew =
  trials.length === 0 || (isWhole && (trials.length < least || hostile < leastHostile))
if (trials.length === 0) console.error('no batch has such a name')
console.log(`hostile ${hostile}`)
console.log(`batches ${trials.length} changes ${changes} mismatches ${mismatches} unsaid ${unsaid}`)
process.exit(mismatches > 0 || isTooFew ? 1 : 0)
