import { useState } from 'react'
import type { ApprovalRefusal } from '@/lib/wallet'
import { useAction } from '../hooks/useAction'
import { setDecided } from '../store/approval'
import { usePlace } from '../store/place'
import { wallet } from '../store/session'
import { sentenceOfRefusal } from '../text/errors'

/** Carries out the user's yes or no; what went wrong with it is one sentence. */
export const useDecision = (id: string) => {
  const [isOver, setOver] = useState(false)

  const { run, isPending, error } = useAction(
    async (decide: () => Promise<ApprovalRefusal | 'done' | 'not yet' | null>) => {
      setDecided(id)
      let isDone = false
      try {
        const answer = await decide()
        isDone = answer === 'done' || answer === null
        // The buttons stay off until the next request is on the screen.
        setOver(isDone)
        return answer === 'done' || answer === null || answer === 'not yet'
          ? undefined
          : sentenceOfRefusal(answer)
      } finally {
        if (!isDone) setDecided(undefined)
      }
    },
  )

  return {
    isPending: isPending || isOver,
    error,
    /** Approves with the decision that `decide` gives; undefined approves nothing. */
    approve: (decide: () => Promise<unknown>) =>
      run(async () => {
        const decision = await decide()
        if (decision === undefined) return 'not yet'
        const { window } = usePlace.getState()
        return wallet('approve', {
          id,
          decision,
          ...(window === undefined ? {} : { panelOf: window }),
        })
      }),
    reject: () => run(() => wallet('reject', { id, upgrade: false })),
    refuseUpgrade: () => run(() => wallet('reject', { id, upgrade: true })),
  }
}

/** The user's way to decide a request. */
export type Decide = ReturnType<typeof useDecision>
