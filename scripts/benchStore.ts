import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Results } from '../tests/bench/measure.ts'
import { unexplained, withMeasured } from '../tests/bench/measuredPage.ts'

// Stores the last results of `npm run bench` and writes them into docs/measured.md.
const root = join(import.meta.dirname, '..')
const text = await readFile(join(root, '.output/bench/results.json'), 'utf8').catch(() => '')
if (!text) throw new Error('Nothing is measured: npm run bench')
const results = JSON.parse(text) as Results
if (results.part) throw new Error('Only a part was measured: npm run bench, without a name')
const kept = join(root, 'tests/bench/results', `${results.date.slice(0, 10)}.json`)
await writeFile(kept, text)
const page = join(root, 'docs/measured.md')
await writeFile(page, await withMeasured(await readFile(page, 'utf8'), results))
console.log(kept)
const missing = unexplained(results)
if (missing.length > 0)
  throw new Error(`tests/bench/reasons.ts does not say why this is broken: ${missing.join('; ')}`)
