import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Results } from './measure.ts'
import { endless, figureless, idle, spareEnds, unexplained, withMeasured } from './measuredPage.ts'
import { rulerHash } from './rulerHash.ts'
import { sourceHash } from '../../scripts/sourceHash.ts'

// Stores the last results of `npm run bench` in place of the run before, and writes them into docs/measured.md.
// `--page` writes the page alone, from the stored run: after a change of the code it has to say so. What a run lacks is
// told before anything is replaced.
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'tests/bench/results')
const stored = await readdir(folder)
const isPage = process.argv.includes('--page')
const from = isPage ? join(folder, stored[0] ?? '') : join(root, '.output/bench/results.json')
const text = await readFile(from, 'utf8').catch(() => '')
if (!text) throw new Error('Nothing is measured: npm run bench')
const results = JSON.parse(text) as Results
if (results.part) throw new Error('Only a part was measured: npm run bench, without a name')
const empty = figureless(results)
if (empty.length > 0) throw new Error(`Measured without a figure: ${empty.join('; ')}`)
const missing = unexplained(results)
if (missing.length > 0)
  throw new Error(`tests/bench/reasons.ts does not say why this is broken: ${missing.join('; ')}`)
const spare = idle(results)
if (spare.length > 0)
  throw new Error(`tests/bench/reasons.ts explains what is kept: ${spare.join('; ')}`)
const spareEnd = spareEnds(results)
if (spareEnd.length > 0)
  throw new Error(`tests/bench/ends.ts explains what does not end early: ${spareEnd.join('; ')}`)
const early = endless(results)
if (early.length > 0)
  throw new Error(
    `tests/bench/ends.ts does not say why this ends before 1,000: ${early.join('; ')}`,
  )
if (!isPage) {
  if (!results.commit || results.commit.endsWith('-dirty'))
    throw new Error('The run does not name a commit: measure in a clone without changes')
  for (const file of stored) await rm(join(folder, file))
  await writeFile(join(folder, `${results.date.slice(0, 10)}.json`), text)
}
const page = join(root, 'docs/measured.md')
const now = { sources: sourceHash(root), ruler: rulerHash(root) }
const shown = await withMeasured(await readFile(page, 'utf8'), results, now)
await writeFile(page, shown)
console.log(page)
