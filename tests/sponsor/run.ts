import type * as Matrix from './sponsorMatrix.ts'
import { openModules } from '../harness/modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Fewer are no run: something was left out. */
const least = { flows: 12, services: 15, kills: 100 }

const modules = await openModules()
const { runSponsors } = await modules.load<typeof Matrix>('/tests/sponsor/sponsorMatrix.ts')
const found = await runSponsors((line) => console.log(line))
await modules.close()

const { flows, services, wrong, kills, lost, doubled, wrongStatus, paid } = found
console.log(
  `flows ${flows} services ${services} wrong ${wrong} · kills ${kills} lost ${lost} doubled ${doubled} wrong-status ${wrongStatus} · paid ${paid} wei`,
)
const isWhole = flows >= least.flows && services >= least.services && kills >= least.kills
const isGood = wrong + lost + doubled + wrongStatus === 0 && paid === 0n
process.exit(isWhole && isGood ? 0 : 1)
