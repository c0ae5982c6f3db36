import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type * as Replay from './replay.ts'
import type * as Short from './short.ts'
import type { Recorded } from './recorded.ts'
import { openModules } from '../harness/modules.ts'
import { recordings } from './recordings.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const file = process.argv[2] ?? recordings
const modules = await openModules()
const { replay } = await modules.load<typeof Replay>('/tests/replay/replay.ts')
const { short } = await modules.load<typeof Short>('/tests/replay/short.ts')
const isWhole = existsSync(file)
if (!isWhole)
  console.log(
    `${file} is not there: only the short form is replayed. Make it by \`node tests/replay/recordings.ts\`.`,
  )
const whole = isWhole
  ? (JSON.parse(gunzipSync(readFileSync(file)).toString()) as { answers: Recorded[] }).answers
  : []
const { faults, last } = await replay([...short, ...whole])
await modules.close()
for (const { kind, line } of faults) console.error(`${kind} ${line}`)
console.log(last)
process.exit(faults.length > 0 ? 1 : 0)
