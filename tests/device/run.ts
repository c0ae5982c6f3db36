import type * as Matrix from '../crash/crashMatrix.ts'
import type * as Trials from './hardwareTrials.ts'
import type * as Judge from './commandJudge.ts'
import type * as QrJudge from './qrJudge.ts'
import { isCounted, type Effect } from '../crash/effects.ts'
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
  codes: 1_000,
}
const [argument] = process.argv.slice(2)
const transactions = argument === undefined ? least.transactions : Number(argument)
const share = transactions / least.transactions
const of = (count: number) => Math.ceil(count * share)

const modules = await openModules()

const { runTrials, runQrTrials } = await modules.load<typeof Trials>(
  '/tests/device/hardwareTrials.ts',
)
const devices = { Ledger: await runTrials(), QR: await runQrTrials() }
for (const [name, { flows, faults, wrong }] of Object.entries(devices)) {
  for (const line of wrong) console.error(`wrong: ${name}, ${line}`)
  console.log(`${name}: flows ${flows} faults ${faults} wrong ${wrong.length}`)
}
const all = Object.values(devices)
const trials = {
  flows: all.reduce((sum, { flows }) => sum + flows, 0),
  faults: all.reduce((sum, { faults }) => sum + faults, 0),
  wrong: all.flatMap(({ wrong }) => wrong),
}

const { runMatrix, deviceNames } = await modules.load<typeof Matrix>('/tests/crash/crashMatrix.ts')
/** Steps that leave something behind, each of which is the last before a kill, and exchanges with a device among them. */
const steps = { all: 0, exchanges: 0 }
const report = {
  golden: (_: unknown, effects: readonly Effect[]) => {
    const outward = effects.filter((effect) => isCounted('outward', effect))
    steps.all += outward.length
    steps.exchanges += outward.filter(({ name }) => name.startsWith('device: ')).length
  },
  wrong: (line: string) => console.error(line),
}
const kills = await runMatrix(['kills'], report, undefined, deviceNames)
console.log(
  `kills ${kills.trials} of ${steps.all} steps, exchanges ${steps.exchanges}, lost ${kills.lost} doubled ${kills.doubled} wrong ${kills.wrong}`,
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
const { judgeQr } = await modules.load<typeof QrJudge>('/tests/device/qrJudge.ts')
const codes = judgeQr(of(least.codes), seed)
judged.differing.push(...codes.differing)
await modules.close()

for (const line of judged.differing) console.error(`differs: ${line}`)
for (const line of judged.wrong) console.error(`signed by another: ${line}`)
console.log(
  `seed ${seed}, ${judged.requests} requests, ${judged.apdus} commands, ${codes.requests} by QR codes`,
)
console.log(`${Math.round((performance.now() - started) / 1000)} s, network ${requests}`)

/** Flows and faults that a device of each kind has to have. */
const ofEach = { flows: 12, faults: 10 }

/** Minima of a whole run. */
const minima = {
  devices: 2,
  flows: 24,
  faults: 20,
  kills: Math.max(90, steps.all),
  // Four for each signature of a Ledger, of which there are seven, and two for each of a QR device, of which there are five.
  exchanges: 38,
  transactions: least.transactions,
}
const found = {
  devices: all.filter(({ flows, faults }) => flows >= ofEach.flows && faults >= ofEach.faults)
    .length,
  flows: trials.flows,
  faults: trials.faults,
  kills: kills.trials,
  exchanges: steps.exchanges,
  transactions: judged.compared.transactions,
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
    `apdus ${found.transactions} differing ${judged.differing.length}`,
  ].join(' · '),
)
const errors = wrong + kills.lost + kills.doubled + kills.wrong + judged.differing.length
process.exit(errors > 0 || missing.length > 0 ? 1 : 0)
