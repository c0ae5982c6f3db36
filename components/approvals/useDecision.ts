import { useState } from 'react'
import type { Refusal } from '@/lib/wallet/contract'
import { setDecided, wallet } from '../store'
import { sentenceOfError, sentenceOfRefusal } from '../text/errors'

/** Carries out the user's yes or no; what went wrong with it is one sentence. */
export const useDecision = (id: string) => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const run = async (decide: () => Promise<Refusal | 'done' | 'not yet' | null>) => {
    setBusy(true)
    setProblem(undefined)
    setDecided(id)
    try {
      const answer = await decide()
      if (answer === 'done' || answer === null) return
      if (answer !== 'not yet') setProblem(sentenceOfRefusal(answer))
    } catch (error) {
      setProblem(sentenceOfError(error))
    }
    setDecided(undefined)
    setBusy(false)
  }

  return {
    isBusy,
    problem,
    /** What `decide` gives is approved; undefined: it is not to be, after all. */
    approve: (decide: () => Promise<unknown>) =>
      void run(async () => {
        const decision = await decide()
        return decision === undefined ? 'not yet' : wallet('approve', { id, decision })
      }),
    reject: () => void run(() => wallet('reject', { id, upgrade: false })),
    refuseUpgrade: () => void run(() => wallet('reject', { id, upgrade: true })),
  }
}

/** The user's way to decide a request. */
export type Decide = ReturnType<typeof useDecision>
