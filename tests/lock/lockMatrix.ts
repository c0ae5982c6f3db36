import { baits as allBaits, type Bait } from './baits.ts'
import { kinds, openBed } from './lockBed.ts'
import { noTally, tryShape, type Tally } from './lockTrial.ts'
import { shapes } from './shapes.ts'

const sum = (one: Tally, other: Tally): Tally => ({
  batches: one.batches + other.batches,
  baits: one.baits + other.baits,
  bitten: one.bitten + other.bitten,
  taken: one.taken + other.taken,
  falseAlarms: one.falseAlarms + other.falseAlarms,
  grabbed: one.grabbed + other.grabbed,
  leftovers: one.leftovers + other.leftovers,
  hidden: one.hidden + other.hidden,
  stopped: one.stopped + other.stopped,
  exactHidden: one.exactHidden + other.exactHidden,
  exactStopped: one.exactStopped + other.exactStopped,
  gas: Math.max(one.gas, other.gas),
  exactGas: Math.max(one.exactGas, other.exactGas),
  wrong: [...one.wrong, ...other.wrong],
})

/** Runs each batch of each kind of token under each bait; `isMeant` picks a part by `kind | batch`. */
export const runLocks = async (
  isMeant: (name: string) => boolean = () => true,
  report: (name: string, tally: Tally) => void = () => undefined,
  baits: readonly Bait[] = allBaits,
): Promise<Tally> => {
  let all = noTally
  for (const [kind, title] of kinds.entries()) {
    const meant = shapes.filter(
      ({ name, kinds: only }) => (only?.includes(title) ?? true) && isMeant(`${title} | ${name}`),
    )
    if (meant.length === 0) continue
    const bed = await openBed(kind)
    try {
      for (const shape of meant) {
        const name = `${title} | ${shape.name}`
        const tally = await tryShape(bed, shape, baits, name).catch((error: unknown): Tally => ({
          ...noTally,
          wrong: [`${name} broke: ${error instanceof Error ? error.message : String(error)}`],
        }))
        report(name, tally)
        all = sum(all, tally)
      }
    } finally {
      await bed.stop()
    }
  }
  return all
}
