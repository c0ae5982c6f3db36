import { useState } from 'react'
import type { Refusal } from '@/lib/wallet/contract'
import { setDecided, wallet } from '../store'
import { sentenceOfError, sentenceOfRefusal } from '../text/errors'

/** Carries out the user's yes or no; what went wrong with it is one sentence. */
export const useDecision = (id: string) => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const run = async (decide: () => Promise<Refusal | 'done' | null>) => {
    setBusy(true)
    setProblem(undefined)
    setDecided(id)
    try {
      const answer = await decide()
      if (answer === 'done' || answer === null) return
      setProblem(sentenceOfRefusal[answer])
    } catch (error) {
      setProblem(sentenceOfError(error))
    }
    setDecided(undefined)
    setBusy(false)
  }

  return {
    isBusy,
    problem,
    approve: (decision: unknown) => void run(() => wallet('approve', { id, decision })),
    reject: () => void run(() => wallet('reject', { id, upgrade: false })),
    refuseUpgrade: () => void run(() => wallet('reject', { id, upgrade: true })),
  }
}

/** The user's way to decide a request. */
export type Decide = ReturnType<typeof useDecision>
