import { columns, phases, type Column, type Outcome, type Phase } from './columns.ts'
import type { Scene } from './faultScene.ts'

/** One thing that goes wrong, and the outcome that a batch must have all the same. */
export type Fault = {
  name: string
  /** True if the user has chosen a second RPC. */
  hasWitness?: boolean
  /** True if the batch is locked in every case, false if in none; undefined: every second one that can be. */
  isLocked?: boolean
  /** True if the user has seen the batch's outcome, so that later calls in order are simulated again. */
  isExpected?: boolean
  /** The chain's id, if it is not the local one. */
  chainId?: number
  /** True if the fault replaces the chain by another one. */
  isAnew?: boolean
  /** True for the ways and phases in which the fault can happen. */
  fits: (column: Column, phase: Phase) => boolean
  /** Makes it go wrong. `afterwards` takes a check for the end, which throws or adds to the judge's list. */
  strike: (scene: Scene, afterwards: (check: () => Promise<void>) => void) => Promise<void>
  expect: (column: Column, phase: Phase) => Outcome
}

/** Returns where a fault is tried. Once all is sealed, the first and second call in order make one case. */
export const placesOf = (fault: Pick<Fault, 'fits'>): { column: Column; phase: Phase }[] =>
  columns
    .flatMap((column) => phases.map((phase) => ({ column, phase })))
    .filter(({ column, phase }) => !(column.target === 1 && phase === 'until final'))
    .filter(({ column, phase }) => fault.fits(column, phase))
