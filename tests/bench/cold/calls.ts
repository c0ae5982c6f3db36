import { decodeAbiParameters, encodeAbiParameters } from 'viem'
import type * as LookUp from '../../../lib/decode/descriptors/lookUp.ts'
import type * as Parameters from '../../../lib/decode/descriptors/parameters.ts'
import { sources } from '../../../scripts/lists/descriptors.ts'
import { openModules } from '../../harness/modules.ts'
import type * as Fitting from '../../words/fitting.ts'
import type * as Formats from '../../words/formats.ts'

// Prints how long each call of the registry takes the first time, in ms: in the words of its publisher, or with the
// argument `floor` only decoded and encoded again.

const [, , which] = process.argv
const modules = await openModules()
const { samplesOf, say } = await modules.load<typeof Formats>('/tests/words/formats.ts')
const { drawFrom } = await modules.load<typeof Fitting>('/tests/words/fitting.ts')
const { loadRegistry } = await modules.load<typeof LookUp>('/lib/decode/descriptors/lookUp.ts')
const { parametersOf } = await modules.load<typeof Parameters>(
  '/lib/decode/descriptors/parameters.ts',
)
const registry = await loadRegistry()
const taken = samplesOf(sources(), registry, drawFrom(1)).flatMap((sample) => {
  if (!('data' in sample)) return []
  const start = performance.now()
  if (which === 'floor') {
    const parameters = parametersOf(sample.format.key)
    const values = decodeAbiParameters(parameters, `0x${sample.data.slice(10)}`)
    // `never`: viem derives value types from ABI literals, not from types known only at run time.
    encodeAbiParameters(parameters, values as never)
  } else say(registry, sample)
  return [performance.now() - start]
})
await modules.close()
console.log(JSON.stringify(taken))
