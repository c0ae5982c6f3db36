import type { Change } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import type { Guard } from '../calls/guard'

/** The changes that approving accepts now: the worst that was seen once lines are bounded, else the newest. */
export const acceptedChanges = (quote: Quote, { bounded, worst }: Guard): readonly Change[] =>
  bounded.length > 0 ? worst.changes : quote.changes
