import type * as Formats from '../tests/words/formats.ts'
import type * as Names from '../tests/words/names.ts'
import type * as Rights from '../tests/words/rights.ts'
import type * as Signatures from '../tests/words/signatures.ts'
import type * as LookUp from '../lib/decode/descriptors/lookUp.ts'
import { sources } from './descriptors.ts'
import { openModules } from './modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** The least that shows anything: samples of signatures, and mutations of their shape and of their values. */
const least = { samples: 150, shapes: 7_000, values: 3_000 }

/** The wallet asks nobody what a text means: each request is counted, and none is answered. */
let requests = 0
globalThis.fetch = () => {
  requests++
  return Promise.reject(new Error('no request may be made'))
}

const modules = await openModules()
const { runFormats } = await modules.load<typeof Formats>('/tests/words/formats.ts')
const { runSignatures } = await modules.load<typeof Signatures>('/tests/words/signatures.ts')
const { runRights } = await modules.load<typeof Rights>('/tests/words/rights.ts')
const { runNames } = await modules.load<typeof Names>('/tests/words/names.ts')
const { loadRegistry } = await modules.load<typeof LookUp>('/lib/decode/descriptors/lookUp.ts')
const registry = await loadRegistry()
const seed = Math.floor(Math.random() * 2 ** 31)
const started = performance.now()
const signatures = await runSignatures(least.shapes, least.values, seed)
const { rights, silent } = runRights()
const { formats, said, wrong, slowest } = await runFormats(sources(), registry, seed)
const { names, fooled } = runNames()
await modules.close()

const isTooFew = signatures.samples < least.samples
for (const line of [...signatures.wrong, ...silent, ...wrong, ...fooled]) console.error(line)
if (isTooFew) console.error(`${signatures.samples} samples of ${least.samples} that are asked for`)
const tally = ({ read, unread, refused }: (typeof signatures)['shapes']) =>
  `read ${read}, unread ${unread}, refused ${refused}`
console.log(`seed ${seed}, ${registry.source} of ${registry.date}`)
console.log(`mutations of shape: ${tally(signatures.shapes)}`)
console.log(`mutations of values: ${tally(signatures.values)}`)
console.log(`a call in words: ${slowest.toFixed(1)} ms at most`)
console.log(`${Math.round((performance.now() - started) / 1000)} s`)
console.log(
  [
    `signatures ${signatures.samples} wrong ${signatures.wrong.length}`,
    `rights ${rights} silent ${silent.length}`,
    `formats ${said} of ${formats}`,
    `names ${names} fooled ${fooled.length}`,
    `requests ${requests}`,
  ].join(' · '),
)
const faults = signatures.wrong.length + silent.length + wrong.length + fooled.length + requests
process.exit(faults > 0 || isTooFew ? 1 : 0)
