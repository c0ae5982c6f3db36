import type { Effect } from './effects.ts'
import type * as Matrix from './crashMatrix.ts'
import { openModules } from '../harness/modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const modules = await openModules()
const {
  deviceNames,
  names: all,
  runMatrix,
} = await modules.load<typeof Matrix>('/tests/crash/crashMatrix.ts')
const total = { effects: 0, trials: 0, lost: 0, doubled: 0, wrong: 0, hesitated: 0 }

const line = ({ effects, trials, lost, doubled, wrong }: typeof total) =>
  `effects ${effects} trials ${trials} lost ${lost} doubled ${doubled} wrong-status ${wrong}`

const names = {
  sequence: '3 calls, in order',
  atomic: '3 calls, atomic',
  locked: '4 calls, atomic and locked',
  stopped: 'the same, stopped by the lock',
  sponsored: '3 calls, atomic, paid by somebody else',
  revoke: 'revoking',
  many: '30 calls, in order',
  deviceSequence: '3 calls, in order, by a device',
  deviceAtomic: '3 calls, atomic, by a device',
  deviceRevoke: 'revoking, by a device',
  qrSequence: '3 calls, in order, by QR codes',
  qrPair: '2 calls, in order, by QR codes',
}

/** Prints the effects of the unbroken run, once, and each trial that went wrong. */
const report = (isFirst: boolean) => ({
  ...(isFirst
    ? {
        golden: (name: keyof typeof names, effects: readonly Effect[]) => {
          console.log(`${names[name]}: ${effects.length} effects`)
          for (const [index, { kind, name }] of effects.entries())
            console.log(`${String(index + 1).padStart(5)} ${kind.padEnd(7)} ${name}`)
        },
      }
    : {}),
  wrong: (text: string) => console.error(text),
})

const plans = [
  ['singles', 'killed before, killed after, reply lost'],
  ['full', 'disk full'],
  ['clock', 'clock a year ahead, a year back'],
  ['pairs', 'pairs'],
] as const

const isShort = process.argv.includes('--singles')
// Optional arguments: scenarios by name, to run a part of the matrix.
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isMeant = (name: string) => named.length === 0 || named.includes(name)
const tried = all.filter(isMeant)

const add = (figures: typeof total) => {
  for (const key of ['trials', 'lost', 'doubled', 'wrong', 'hesitated'] as const)
    total[key] += figures[key]
}

for (const [plan, name] of plans) {
  if (isShort && plan === 'pairs') continue
  const figures = await runMatrix([plan], report(plan === 'singles'), undefined, tried)
  console.log(`${name}: ${line(figures)}`)
  total.effects = figures.effects
  add(figures)
}
const others = [
  ['stopped', 'singles', 'stopped by its lock, killed before, killed after, reply lost'],
  ['many', 'kills', '30 calls, killed after each outward effect'],
  ['sponsored', 'singles', 'paid by somebody else, killed before, killed after, reply lost'],
  ['sponsored', 'full', 'paid by somebody else, disk full'],
] as const
for (const [scenario, plan, name] of others) {
  if (!isMeant(scenario)) continue
  const figures = await runMatrix([plan], { wrong: report(false).wrong }, undefined, [scenario])
  console.log(`${name}: ${line(figures)}`)
  add(figures)
}
const devices = deviceNames.filter(isMeant)
if (devices.length > 0) {
  const figures = await runMatrix(['singles'], report(true), undefined, devices)
  console.log(`by a device, killed before, killed after, reply lost: ${line(figures)}`)
  add(figures)
}
await modules.close()
console.log(`trials that waited for a past state: ${total.hesitated}`)
console.log(line(total))
process.exit(total.lost + total.doubled + total.wrong > 0 ? 1 : 0)
