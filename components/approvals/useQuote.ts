import { useEffect, useRef, useState } from 'react'
import { acceptedOutcome } from '@/lib/simulate/acceptedOutcome'
import type { Verbs } from '@/lib/wallet/contract'
import type { Quoted } from '@/lib/wallet/quotes'
import { useVisible } from '../hooks/useVisible'
import { look, wallet } from '../store/session'
import { sentenceOfError } from '../text/errors'
import { guardOf, guardOn, type Guard } from '../calls/guard'

type Params = Verbs['quote']['takes']

/**
 * A quote, when it was true, in ms of this page, what Approve stands for under it, and the choice of fees and lock that
 * it was asked for.
 */
export type Sight = Quoted & { at: number; guard: Guard } & Pick<Params, 'fee' | 'lock'>

/** After this long, in ms, an outcome is asked for once more before it counts as accepted. */
const holds = 5_000

const sightOf = (
  before: Sight | undefined,
  quoted: Quoted,
  at: number,
  choice: Pick<Params, 'fee' | 'lock'>,
): Sight => {
  const shown = { outcome: acceptedOutcome(quoted.quote), hash: quoted.outcome }
  const guard = before ? guardOn(before.guard, shown, at) : guardOf(shown)
  return { ...quoted, at, guard, ...choice }
}

/**
 * Reads the quote of a request, sent by the background whenever the pending block changes, while the
 * page is visible and `isOpen`. The old answer stays until the new one is there.
 */
export const useQuote = (params: Params, isOpen: boolean) => {
  const { fee, lock, ...calls } = params
  const choice = { ...(fee ? { fee } : {}), ...(lock ? { lock } : {}) }
  // One key for all fees and locks: an outcome with others is held against the one that was seen.
  const [key, wanted] = [JSON.stringify(calls), JSON.stringify([fee, lock])]
  const [sights, setSights] = useState<Readonly<Record<string, Sight>>>({})
  const [problem, setProblem] = useState<string>()
  const isVisible = useVisible()
  const latest = useRef(sights)

  const see = (sight: Sight) => {
    latest.current = { ...latest.current, [key]: sight }
    setSights(latest.current)
  }

  const take = (quoted: Quoted): Sight => {
    const sight = sightOf(latest.current[key], quoted, performance.now(), choice)
    see(sight)
    return sight
  }

  useEffect(() => {
    if (!isOpen || !isVisible) return
    return look(params, (seen) => {
      if ('error' in seen) return setProblem(sentenceOfError(new Error(seen.error)))
      const last = latest.current[key]
      if ('quote' in seen) take(seen)
      else if (last) see({ ...last, at: performance.now() })
      setProblem(undefined)
    })
    // The params are in the key, and what else is used here is the same under one key.
  }, [key, wanted, isOpen, isVisible])

  /** The sight to approve, asked for once more if it is old; undefined if that changed it. Throws if nobody answers. */
  const confirm = async (): Promise<Sight | undefined> => {
    const last = latest.current[key]
    const isSame = JSON.stringify([last?.fee, last?.lock]) === wanted
    if (!last || (isSame && performance.now() - last.at < holds)) return last
    const now = take(await wallet('quote', params))
    return now.guard.turn === last.guard.turn ? now : undefined
  }

  return { key, sight: sights[key], problem, confirm }
}
