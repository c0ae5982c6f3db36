import { useState } from 'react'
import type { Doubt } from '@/lib/approvals/danger'
import type { Quote } from '@/lib/simulate/quote'
import { approvable, acceptanceOf } from './approval'
import type { Readiness } from './approvable'
import { confirmed } from './confirmed'
import type { useQuote } from './useQuote'
import type { GreyReason } from './whyGrey'

/** Whoever accepted these knows that nobody could say what holds now. */
const unsure: readonly Doubt[] = ['unchecked', 'outdated']

/**
 * Gives Approve its decision on the quote on the screen. A material change starts anew and holds the button for
 * 700 ms; a click that found a higher cost or a new doubt starts anew, too, and says which.
 */
export const useApproval = (
  { key, view, confirm }: ReturnType<typeof useQuote>,
  /** All doubts that a quote raises on this screen. */
  doubtsOf: (quote: Quote) => readonly Doubt[],
): Readiness => {
  const [round, setRound] = useState<{ number: number; key: string; missed?: GreyReason }>({
    number: 0,
    key,
  })
  const shown = approvable(view)
  if (shown === null || typeof shown === 'string') return shown
  const { turn } = shown.guard
  return {
    find: async (accepted) => {
      if (accepted.some((doubt) => unsure.includes(doubt))) return { decision: acceptanceOf(shown) }
      try {
        const now = await confirm()
        const found = now ? confirmed(shown, now, accepted, doubtsOf) : 'changed'
        if (typeof found !== 'string') return { decision: acceptanceOf(found) }
        // The next click counts only for terms that have stood on the screen.
        setRound({ number: round.number + 1, key, missed: found })
        return undefined
      } catch {
        // Nobody can say whether what was seen still holds.
        setRound({ number: round.number, key })
        return { doubt: 'outdated' }
      }
    },
    seen: `${key} ${turn} ${round.number}`,
    missed: round.key === key ? round.missed : undefined,
    ...(turn > 0 ? { hold: 700 } : {}),
  }
}
