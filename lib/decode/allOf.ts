import type { DecodedCall } from './reading'

/** A reading and those of the calls within it, outermost first. */
export const allOf = (reading: DecodedCall): DecodedCall[] => [
  reading,
  ...(reading.kind === 'multicall' ? reading.steps.flatMap((step) => allOf(step.reading)) : []),
]

/** The readings that say nothing, the call's own and those of the calls within it. */
export const unreadIn = (reading: DecodedCall): DecodedCall[] =>
  allOf(reading).filter(({ kind }) => kind === 'unknown')
