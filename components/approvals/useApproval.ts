import type { Doubt } from '@/lib/approvals/danger'
import { approvable, acceptanceOf } from './approval'
import type { Approvable } from './approvable'
import type { useQuote } from './useQuote'

/** Whoever accepted these knows that nobody could say what holds now. */
const unsure: readonly Doubt[] = ['unchecked', 'outdated']

/**
 * Gives Approve its decision on the quote on the screen. A material change starts anew and holds the button for
 * 700 ms.
 */
export const useApproval = ({
  key,
  sight,
  confirm,
}: ReturnType<typeof useQuote>): Approvable | undefined | null => {
  const shown = approvable(sight)
  if (!shown) return shown
  const { turn } = shown.guard
  return {
    find: async (accepted) => {
      if (accepted.some((doubt) => unsure.includes(doubt))) return { decision: acceptanceOf(shown) }
      try {
        const now = await confirm()
        return now && { decision: acceptanceOf(now) }
      } catch {
        // Nobody can say whether what was seen still holds.
        return { doubt: 'outdated' }
      }
    },
    seen: `${key} ${turn}`,
    ...(turn > 0 ? { hold: 700 } : {}),
  }
}
