import type { Batch } from '../db'
import type { State } from './state'

/**
 * True if somebody else was to pay for a batch, and a final block proves that none of its operations has run or ever
 * will: something else used their nonce in the EntryPoint.
 */
export const neverRuns = (
  { sponsor }: Pick<Batch, 'sponsor'>,
  { transactions, replaced }: State,
): boolean => {
  const calls = transactions.filter(({ kind }) => kind === 'call')
  return (
    sponsor !== undefined &&
    calls.length > 0 &&
    calls.every(
      ({ operation, receipt, index }) => operation && !receipt && Object.hasOwn(replaced, index),
    )
  )
}
