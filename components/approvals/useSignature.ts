import { useState } from 'react'
import type { Hex } from 'viem'
import { usePoll } from '../hooks/usePoll'
import { wallet } from '../store/session'
import { sentenceOfError } from '../text/errors'
import type { Readiness } from './approvable'

/** How often a check that failed is repeated, in ms. */
const every = 4_000

/**
 * Gives the decision to approve a signature: the hash of what is on the screen, once the wallet has found nothing
 * against it, asking again every 4 s if it could not tell; null if there is no approving.
 */
export const useSignature = (
  id: string,
  hash: Hex,
): {
  approval: Readiness
  problem: string | undefined
} => {
  const [blocked, setBlocked] = useState<'own account' | null>()
  const [problem, setProblem] = useState<string>()

  usePoll(
    every,
    (polling) => async () => {
      try {
        setBlocked(await wallet('checkSignature', { id }))
        setProblem(undefined)
        polling.abort()
      } catch (error) {
        setProblem(sentenceOfError(error))
      }
    },
    [id],
  )

  if (blocked === undefined) return { approval: 'node asked', problem }
  return { approval: blocked ? null : { decision: { hash }, seen: hash }, problem }
}
