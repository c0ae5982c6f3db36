import type * as Matrix from './sponsorMatrix.ts'
import { openModules } from '../harness/modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Fewer are no run: something was left out. */
const least = { flows: 12, services: 15, kills: 100 }

// Optional argument: a regular expression over the names, to run a part of the flows and services, without kills.
const [, , words] = process.argv
const isWhole = words === undefined
const named = new RegExp(words ?? '')

const modules = await openModules()
const { runSponsors } = await modules.load<typeof Matrix>('/tests/sponsor/sponsorMatrix.ts')
const found = await runSponsors((line) => console.log(line), {
  isMeant: (name) => named.test(name),
  everyKill: isWhole ? 1 : Infinity,
})
await modules.close()

const { flows, services, wrong, kills, lost, doubled, wrongStatus, paid } = found
console.log(
  `flows ${flows} services ${services} wrong ${wrong} · kills ${kills} lost ${lost} doubled ${doubled} wrong-status ${wrongStatus} · paid ${paid} wei`,
)
const isEnough = isWhole
  ? flows >= least.flows && services >= least.services && kills >= least.kills
  : flows + services > 0
const isGood = wrong + lost + doubled + wrongStatus === 0 && paid === 0n
process.exit(isEnough && isGood ? 0 : 1)
