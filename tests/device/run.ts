import type * as Matrix from '../crash/crashMatrix.ts'
import type * as Trials from './hardwareTrials.ts'
import type * as Judge from './commandJudge.ts'
import { openModules } from '../harness/modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** How much of each kind is compared; the argument is the number of transactions, for a shorter run. */
const least = {
  transactions: 10_000,
  authorizations: 300,
  messages: 500,
  typedData: 500,
  addresses: 100,
}
const [argument] = process.argv.slice(2)
const transactions = argument === undefined ? least.transactions : Number(argument)
const share = transactions / least.transactions
const of = (count: number) => Math.ceil(count * share)

const modules = await openModules()

const { runTrials } = await modules.load<typeof Trials>('/tests/device/hardwareTrials.ts')
const trials = await runTrials()
for (const line of trials.wrong) console.error(`wrong: ${line}`)
console.log(`flows ${trials.flows} faults ${trials.faults} wrong ${trials.wrong.length}`)

const { runMatrix, deviceNames } = await modules.load<typeof Matrix>('/tests/crash/crashMatrix.ts')
const report = { wrong: (line: string) => console.error(line) }
const kills = await runMatrix(['kills'], report, undefined, deviceNames)
console.log(
  `kills ${kills.trials} lost ${kills.lost} doubled ${kills.doubled} wrong ${kills.wrong}`,
)

/** Nothing here may ask anybody: Ledger's kit would ask Ledger's servers what a transaction means. */
let requests = 0
globalThis.fetch = () => {
  requests++
  return Promise.reject(new Error('no request may be made'))
}

const { judge } = await modules.load<typeof Judge>('/tests/device/commandJudge.ts')
const seed = Math.floor(Math.random() * 2 ** 31)
const started = performance.now()
const judged = await judge(
  {
    transactions,
    authorizations: of(least.authorizations),
    messages: of(least.messages),
    typedData: of(least.typedData),
    addresses: of(least.addresses),
  },
  seed,
)
await modules.close()

for (const line of judged.differing) console.error(`differs: ${line}`)
for (const line of judged.wrong) console.error(`signed by another: ${line}`)
console.log(`seed ${seed}, ${judged.requests} requests, ${judged.apdus} commands`)
console.log(`${Math.round((performance.now() - started) / 1000)} s, network ${requests}`)

/** Minima of a whole run: a device of each kind, and of each so many flows and faults. */
const minima = { devices: 2, flows: 24, faults: 20, kills: 90, transactions: least.transactions }
const found = {
  devices: 1,
  flows: trials.flows,
  faults: trials.faults,
  kills: kills.trials,
  transactions,
}
const missing = (Object.keys(minima) as (keyof typeof minima)[]).filter(
  (kind) => found[kind] < minima[kind],
)
for (const kind of missing) console.error(`${kind}: ${found[kind]} of ${minima[kind]}`)
const wrong = trials.wrong.length + judged.wrong.length + requests
console.log(
  [
    `devices ${found.devices} flows ${found.flows} faults ${found.faults} wrong ${wrong}`,
    `kills ${found.kills} lost ${kills.lost} doubled ${kills.doubled} unseen ${kills.wrong}`,
    `apdus ${transactions} differing ${judged.differing.length}`,
  ].join(' · '),
)
const errors = wrong + kills.lost + kills.doubled + kills.wrong + judged.differing.length
process.exit(errors > 0 || missing.length > 0 ? 1 : 0)
