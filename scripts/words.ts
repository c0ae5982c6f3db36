import type * as Formats from '../tests/words/formats.ts'
import { sources } from './descriptors.ts'
import { openModules } from './modules.ts'
import type * as LookUp from '../lib/decode/descriptors/lookUp.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** The wallet asks nobody what a descriptor says: each request is counted, and none is answered. */
let requests = 0
globalThis.fetch = () => {
  requests++
  return Promise.reject(new Error('no request may be made'))
}

const modules = await openModules()
const { runFormats } = await modules.load<typeof Formats>('/tests/words/formats.ts')
const { loadRegistry } = await modules.load<typeof LookUp>('/lib/decode/descriptors/lookUp.ts')
const registry = await loadRegistry()
const seed = Math.floor(Math.random() * 2 ** 31)
const started = performance.now()
const { formats, said, wrong, slowest } = await runFormats(sources(), registry, seed)
for (const line of wrong) console.error(line)
console.log(`seed ${seed}, ${registry.source} of ${registry.date}`)
console.log(`a call in words: ${slowest.toFixed(1)} ms at most`)
console.log(`${Math.round((performance.now() - started) / 1000)} s`)
await modules.close()
console.log(`formats ${said} of ${formats} · requests ${requests}`)
process.exit(wrong.length + requests > 0 ? 1 : 0)
