import type { Event } from '../db/batchEvent'
import type { State } from './state'

/** Returns `freed` if the nonce of call `index` was taken for used, and is not. */
export const freedEvents = ({ overtaken }: State, index: number): Event[] =>
  Object.hasOwn(overtaken, index) ? [{ type: 'freed', index }] : []

/** Returns `overtaken` if it is news that the nonce of call `index` is used, or that a node may yet prove by what. */
export const overtakenEvents = (
  { overtaken }: State,
  index: number,
  hasHistory: boolean,
): Event[] =>
  overtaken[index]?.hasHistory === hasHistory ? [] : [{ type: 'overtaken', index, hasHistory }]
