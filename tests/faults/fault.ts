import { columns, phases, type Column, type Outcome, type Phase } from './columns.ts'
import type { Scene } from './faultScene.ts'

/** One thing that goes wrong, and what a batch must come to all the same. */
export type Fault = {
  name: string
  /** Whether the user has chosen a second RPC. */
  hasWitness?: boolean
  /** The chain's id, where it is not the local one. */
  chainId?: number
  /** Whether the chain is another one after it. */
  isAnew?: boolean
  /** Where it makes sense. */
  fits: (column: Column, phase: Phase) => boolean
  /** `afterwards`: what to look at besides when all is over; it throws or adds to the judge's list. */
  strike: (scene: Scene, afterwards: (check: () => Promise<void>) => void) => Promise<void>
  expect: (column: Column, phase: Phase) => Outcome
}

/** Where a fault is tried; the second call of a batch in order is the same as the first once all is sealed. */
export const placesOf = (fault: Fault): { column: Column; phase: Phase }[] =>
  columns
    .flatMap((column) => phases.map((phase) => ({ column, phase })))
    .filter(({ column, phase }) => !(column.target === 1 && phase === 'until final'))
    .filter(({ column, phase }) => fault.fits(column, phase))
