import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { atMost, type Results } from './measure.ts'
import { figureless } from './measuredPage.ts'
import { comparePeer, peerPort } from './peer.ts'
import { rulerHash } from './rulerHash.ts'
import { runMeasures } from './runMeasures.ts'
import { setScene } from './scene.ts'
import { stepTableOf, tableOf } from './table.ts'
import { onEnd, runToEnd } from '../../scripts/cleanup.ts'
import { run } from '../../scripts/run.ts'
import { sourceHash } from '../../scripts/sourceHash.ts'

const root = join(import.meta.dirname, '../..')

/** How long all measures may take together, in ms: nobody runs what takes longer. */
const longest = 15 * 60_000

await runToEnd(async () => {
  const { values, positionals } = parseArgs({
    options: { peer: { type: 'string' }, profile: { type: 'string' } },
    allowPositionals: true,
  })
  const [part] = positionals
  const began = performance.now()
  const note = (name: string) => {
    const seconds = Math.round((performance.now() - began) / 1000)
    console.error(`${String(seconds).padStart(4)} s, measuring: ${name}`)
  }
  if (values.peer) {
    const scene = await setScene(onEnd, peerPort)
    const { peer: folder, profile } = values
    console.log(await comparePeer(scene, { folder, profile }, onEnd, note))
    return 0
  }
  // Before the long run: what is measured is what is built now.
  const hashes = { sources: sourceHash(root), ruler: rulerHash(root) }
  const { exitCode, output } = await run('git', ['describe', '--always', '--dirty'])
  const commit = exitCode === 0 ? output.trim() : undefined
  const [load = 0] = loadavg()
  const scene = await setScene(onEnd)
  const named = new RegExp(part ?? '')
  const rows = await runMeasures(scene, named, note)
  if (!part) rows.push(atMost('all measures together', 'ms', performance.now() - began, longest))
  const [cpu] = cpus()
  const about = {
    date: new Date().toISOString(),
    machine: `${cpus().length} x ${cpu?.model ?? 'unknown'}, ${process.platform}`,
    load,
    ...(commit ? { commit } : {}),
    ...hashes,
    versions: { node: process.version, chromium: scene.bare.browser()?.version() ?? 'unknown' },
  }
  const folder = join(root, '.output/bench')
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'results.json')
  const results: Results = { ...about, ...(part ? { part } : {}), rows }
  await writeFile(file, `${JSON.stringify(results, undefined, 2)}\n`)
  console.log(`${about.date}, ${about.machine}, Chromium ${about.versions.chromium}\n`)
  console.log(tableOf(rows))
  for (const { name, way } of rows)
    if (way) console.log(`\n${name}, of ${way.of}\n${stepTableOf(way.steps)}`)
  console.log(`\n${file}`)
  const empty = figureless(results)
  if (empty.length > 0) console.log(`without a figure: ${empty.join('; ')}`)
  const broken = rows.filter(({ budget }) => budget?.isKept === false).length
  const kept = rows.filter(({ budget }) => budget?.isKept === true).length
  console.log(`budget: ${kept} kept, ${broken} broken`)
  return broken > 0 || empty.length > 0 || rows.length === 0 ? 1 : 0
})
