import { useState } from 'react'
import { t, type Key } from '../text/messages'
import { approvable, cautionOf, acceptanceOf, type Caution } from './approval'
import type { Approvable } from './Request'
import type { useQuote } from './useQuote'

/** Labels of the button at the second step. */
const second: Record<Caution, Key> = {
  fails: 'approve_fails',
  unchecked: 'approve_unchecked',
  old: 'approve_unchecked',
}

/**
 * Gives Approve its decision on the quote on the screen: at once, or, where something speaks against it, in a second
 * step of its own. A material change starts anew and holds the button for 700 ms.
 */
export const useApproval = ({
  key,
  sight,
  confirm,
}: ReturnType<typeof useQuote>): {
  approval: Approvable | undefined | null
  /** The reason against approving, and the one for which the user is at the second step. */
  caution: Caution | undefined
  step: Caution | undefined
} => {
  const [step, setStep] = useState<{ content: string; caution: Caution }>()
  const shown = approvable(sight)
  const turn = sight?.guard.turn ?? 0
  const content = `${key} ${turn} ${sight && cautionOf(sight.quote)}`
  const isSecond = step?.content === content
  const caution = isSecond ? step.caution : sight && cautionOf(sight.quote)
  if (!shown) return { approval: shown, caution, step: undefined }

  const decide = async () => {
    if (isSecond && caution !== 'fails') return acceptanceOf(shown)
    if (!isSecond && caution) return setStep({ content, caution })
    try {
      const now = await confirm()
      return now && acceptanceOf(now)
    } catch {
      // Nobody can say whether what was seen still holds.
      return setStep({ content, caution: 'old' })
    }
  }
  return {
    approval: {
      decision: decide,
      seen: `${content} ${isSecond} ${caution}`,
      ...(turn > 0 && !isSecond ? { hold: 700 } : {}),
      ...(isSecond
        ? { label: t(second[step.caution]) }
        : caution
          ? { label: t('approve_anyway') }
          : {}),
    },
    caution,
    step: isSecond ? step.caution : undefined,
  }
}
