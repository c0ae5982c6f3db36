import { useEffect, useRef, useState } from 'react'
import { acceptedOutcome } from '@/lib/simulate/acceptedOutcome'
import type { Verbs } from '@/lib/wallet'
import type { Quoted } from '@/lib/quotes/quotes'
import { useVisible } from '../hooks/useVisible'
import { wallet, watchQuote } from '../store/session'
import { sentenceOfError } from '../text/errors'
import { quotedAhead } from './quotedAhead'
import { guardOf, guardOn, type Guard } from '../calls/guard'

type Params = Verbs['quote']['takes']

/**
 * A quote as the window shows it. `at`: when it was last found to hold, in ms of `performance.now()`; `guard`: what Approve accepts
 * under it; `fee` and `lock`: the user's choices that it was asked with.
 */
export type QuoteView = Quoted & { at: number; guard: Guard } & Pick<Params, 'fee' | 'lock'>

/** After this long, in ms, an outcome is asked for once more before it counts as accepted. */
const holds = 5_000

const viewOf = (
  before: QuoteView | undefined,
  quoted: Quoted,
  at: number,
  choice: Pick<Params, 'fee' | 'lock'>,
): QuoteView => {
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
  const [views, setViews] = useState<Readonly<Record<string, QuoteView>>>(() => {
    // It was asked for without any choice.
    const ahead = quotedAhead(JSON.stringify(params))
    return ahead ? { [key]: viewOf(undefined, ahead.quoted, ahead.at, choice) } : {}
  })
  const [problem, setProblem] = useState<string>()
  const isVisible = useVisible()
  const latest = useRef(views)

  const see = (view: QuoteView) => {
    latest.current = { ...latest.current, [key]: view }
    setViews(latest.current)
  }

  const take = (quoted: Quoted): QuoteView => {
    const view = viewOf(latest.current[key], quoted, performance.now(), choice)
    see(view)
    return view
  }

  useEffect(() => {
    if (!isOpen || !isVisible) return
    return watchQuote(params, (seen) => {
      if ('error' in seen) return setProblem(sentenceOfError(new Error(seen.error)))
      const last = latest.current[key]
      if ('quote' in seen) take(seen)
      else if (last) see({ ...last, at: performance.now() })
      setProblem(undefined)
    })
    // The params are in the key, and what else is used here is the same under one key.
  }, [key, wanted, isOpen, isVisible])

  /** The view to approve, asked for once more if it is old; undefined if that changed it. Throws if nobody answers. */
  const confirm = async (): Promise<QuoteView | undefined> => {
    const last = latest.current[key]
    const isSame = JSON.stringify([last?.fee, last?.lock]) === wanted
    if (!last || (isSame && performance.now() - last.at < holds)) return last
    const now = take(await wallet('quote', params))
    return now.guard.turn === last.guard.turn ? now : undefined
  }

  return { key, view: views[key], problem, confirm }
}
