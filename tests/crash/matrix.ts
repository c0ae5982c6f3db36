import type { World } from '@/lib/batch/world'
import type { Mode } from '@/lib/db'
import { startChain } from '../chain/index.ts'
import { phases, type Fault } from './kill.ts'
import { judge, trial } from './trial.ts'

export const modes: Mode[] = ['sequence', 'atomic']

/** What all trials together came to. */
export type Figures = {
  effects: number
  trials: number
  lost: number
  doubled: number
  wrong: number
}

const faultsIn = (effects: number): Fault[] =>
  Array.from({ length: effects }, (_, index) =>
    phases.map((phase): Fault => ({ at: index + 1, phase })),
  ).flat()

/**
 * Lists the effects of an unbroken run, then breaks it at each of them in each way; with `pairs`, breaks
 * what takes it up again too, at each of its first effects.
 */
export const runMatrix = async (
  pairs: boolean,
  report: (wrong: string) => void,
  change?: (world: World) => World,
): Promise<Figures> => {
  const chain = await startChain({ hardfork: 'prague' })
  const figures: Figures = { effects: 0, trials: 0, lost: 0, doubled: 0, wrong: 0 }
  try {
    for (const mode of modes) {
      const golden = await trial(chain.url, mode, [], change)
      const effects = golden.names.length
      figures.effects += effects
      const second = pairs ? faultsIn(effects) : [undefined]
      for (const first of faultsIn(effects))
        for (const next of second) {
          const faults = next ? [first, next] : [first]
          const { lost, doubled, wrong } = judge(await trial(chain.url, mode, faults, change))
          figures.trials++
          figures.lost += lost
          figures.doubled += doubled
          figures.wrong += wrong
          if (lost + doubled + wrong > 0)
            report(
              `${mode} ${JSON.stringify(faults)}: lost ${lost} doubled ${doubled} wrong ${wrong}`,
            )
        }
    }
    return figures
  } finally {
    await chain.stop()
  }
}
