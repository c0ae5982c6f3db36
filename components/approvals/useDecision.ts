import { useRef, useState } from 'react'
import type { ApprovalRefusal } from '@/lib/wallet'
import { useAction } from '../hooks/useAction'
import { setDecided } from '../store/approval'
import { usePlace } from '../store/place'
import { wallet } from '../store/session'
import { sentenceOfRefusal } from '../text/errors'

type Answer = ApprovalRefusal | 'done' | null

/** Carries out the user's yes or no; what went wrong with it is one sentence. */
export const useDecision = (id: string) => {
  const [isOver, setOver] = useState(false)
  const isRunning = useRef(false)

  const { run, isPending, error } = useAction(
    async (decide: () => Promise<Answer | 'not yet'>) => {
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
        isRunning.current = isDone
        if (!isDone) setDecided(undefined)
      }
    },
    { waits: true },
  )

  /** A second click may come before the first one has turned the buttons off. */
  const once = (decide: () => Promise<Answer | 'not yet'>): void => {
    if (isRunning.current) return
    isRunning.current = true
    run(decide)
  }

  /** Notes what was decided here, once the background was told: that waits for nothing to be drawn. */
  const told = (answer: Promise<Answer>): Promise<Answer> => {
    setDecided(id)
    return answer
  }

  return {
    isPending: isPending || isOver,
    error,
    /** Approves with the decision that `decide` gives; undefined approves nothing. */
    approve: (decide: () => Promise<unknown>) =>
      once(async () => {
        const decision = await decide()
        if (decision === undefined) return 'not yet'
        const { window } = usePlace.getState()
        const panel = window === undefined ? {} : { panelOf: window }
        return told(wallet('approve', { id, decision, ...panel }))
      }),
    reject: () => once(() => told(wallet('reject', { id, upgrade: false }))),
    refuseUpgrade: () => once(() => told(wallet('reject', { id, upgrade: true }))),
  }
}

/** The user's way to decide a request. */
export type Decide = ReturnType<typeof useDecision>
