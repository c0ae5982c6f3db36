import type * as Formats from './formats.ts'
import type * as Names from './names.ts'
import type * as Rights from './rights.ts'
import type * as Signatures from './signatures.ts'
import type * as LookUp from '../../lib/decode/descriptors/lookUp.ts'
import { sources } from '../../scripts/lists/descriptors.ts'
import { startAnvil } from '../chain/anvil.ts'
import { openModules } from '../harness/modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/**
 * The least that shows anything: samples of signatures that are read, and mutations of the shape and of the
 * values of all; of each kind, mutations that are read and that are not, and signatures that a contract took.
 */
const least = { samples: 150, shapes: 7_000, values: 3_000, read: 20, unread: 20, accepted: 10 }

const anvil = await startAnvil({ chainId: 1 })

/**
 * The wallet asks nobody what a text means: each request is counted, and none is answered, but for those of the
 * contracts that judge signatures.
 */
let requests = 0
const ask = globalThis.fetch
globalThis.fetch = (input, init) => {
  if (input === anvil.url) return ask(input, init)
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
const signatures = await runSignatures(anvil.url, least.shapes, least.values, seed)
const { rights, silent } = runRights()
const { formats, said, wrong, slowest } = await runFormats(sources(), registry, seed)
const { names, fooled } = runNames()
await modules.close()
await anvil.stop()

type Rows = typeof signatures.rows
const sum = (rows: Rows, of: (row: Rows[number]) => number) =>
  rows.reduce((total, row) => total + of(row), 0)

const tooFew = signatures.rows.flatMap(({ row, shapes, values, oracle }) => {
  const counts = [
    { name: 'read', count: shapes.read + values.read, of: row.start === '' ? 0 : least.read },
    { name: 'unread', count: shapes.unread + shapes.refused, of: least.unread },
    {
      name: 'accepted',
      count: oracle.accepted,
      of: row.judge.by === 'nobody' ? 0 : least.accepted,
    },
  ]
  return counts.flatMap(({ name, count, of }) =>
    count < of ? [`${row.name}: ${count} ${name} of ${of} that are asked for`] : [],
  )
})
const known = signatures.rows.filter(({ row }) => row.start !== '')
const samples = sum(known, (row) => row.samples)
if (samples < least.samples)
  tooFew.push(`${samples} samples are read of ${least.samples} that are asked for`)
tooFew.push(...signatures.unsourced)

for (const line of [...signatures.wrong, ...silent, ...wrong, ...fooled, ...tooFew])
  console.error(line)
const judgeOf = ({ judge }: Rows[number]['row']): string => {
  if (judge.by === 'nobody') return `not run, since ${judge.why}`
  return judge.by === 'own' ? `own contract, by the ${judge.published}` : judge.code
}
for (const { row, samples: count, shapes, values, oracle } of signatures.rows)
  console.log(
    [
      `${row.name}: samples ${count}`,
      `read ${shapes.read + values.read}`,
      `unread ${shapes.unread + values.unread}`,
      `-32602 ${shapes.refused + values.refused}`,
      `oracle: ${judgeOf(row)}${row.judge.by === 'nobody' ? '' : `, took ${oracle.accepted}, refused ${oracle.refused}`}`,
    ].join(', '),
  )
const tally = (of: 'shapes' | 'values') =>
  (['read', 'unread', 'refused'] as const)
    .map((kind) => `${kind} ${sum(signatures.rows, (row) => row[of][kind])}`)
    .join(', ')
console.log(`seed ${seed}, ${registry.source} of ${registry.date}`)
console.log(`mutations of shape: ${tally('shapes')}`)
console.log(`mutations of values: ${tally('values')}`)
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
process.exit(faults + tooFew.length > 0 ? 1 : 0)
