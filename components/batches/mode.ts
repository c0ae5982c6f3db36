import type { Batch } from '@/lib/db'

/** How a batch runs, in a sentence; undefined for one call, where there is nothing to say. */
export const modeText: Record<Batch['mode'], string | undefined> = {
  one: undefined,
  atomic: 'All calls in one transaction: all or none',
  sequence: 'One transaction after another; the first failure stops the rest',
}
