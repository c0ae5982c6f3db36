import type { Effect } from '../tests/crash/effects.ts'
import type * as Matrix from '../tests/crash/crashMatrix.ts'
import { openModules } from './modules.ts'

// Exits on Ctrl-C too, so that the exit ends its chain.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const modules = await openModules()
const { runMatrix } = await modules.load<{
  runMatrix: typeof Matrix.runMatrix
}>('/tests/crash/crashMatrix.ts')
const total = { effects: 0, trials: 0, lost: 0, doubled: 0, wrong: 0 }

const line = ({ effects, trials, lost, doubled, wrong }: typeof total) =>
  `effects ${effects} trials ${trials} lost ${lost} doubled ${doubled} wrong-status ${wrong}`

const names = {
  sequence: '3 calls, in order',
  atomic: '3 calls, atomic',
  revoke: 'revoking',
  many: '30 calls, in order',
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
for (const [plan, name] of plans) {
  if (isShort && plan === 'pairs') continue
  const figures = await runMatrix([plan], report(plan === 'singles'))
  console.log(`${name}: ${line(figures)}`)
  total.effects = figures.effects
  for (const key of ['trials', 'lost', 'doubled', 'wrong'] as const) total[key] += figures[key]
}
const many = await runMatrix(['kills'], { wrong: report(false).wrong }, undefined, ['many'])
console.log(`30 calls, killed after each outward effect: ${line(many)}`)
for (const key of ['trials', 'lost', 'doubled', 'wrong'] as const) total[key] += many[key]
await modules.close()
console.log(line(total))
process.exit(total.lost + total.doubled + total.wrong > 0 ? 1 : 0)
