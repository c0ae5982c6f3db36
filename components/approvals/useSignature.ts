import { useEffect, useState } from 'react'
import type { Hex } from 'viem'
import { wallet } from '../store/session'
import { sentenceOfError } from '../text/errors'
import type { Readiness } from './approvable'

const every = 4000

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

  useEffect(() => {
    const over = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        setBlocked(await wallet('checkSignature', { id }))
        setProblem(undefined)
      } catch (error) {
        setProblem(sentenceOfError(error))
        const timer = setTimeout(() => void ask(), every)
        over.signal.addEventListener('abort', () => clearTimeout(timer))
      }
    }
    void ask()
    return () => over.abort()
  }, [id])

  if (blocked === undefined) return { approval: 'node asked', problem }
  return { approval: blocked ? null : { decision: { hash }, seen: hash }, problem }
}
