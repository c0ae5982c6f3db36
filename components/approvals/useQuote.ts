import { useEffect, useRef, useState } from 'react'
import type { Mode } from '@/lib/db'
import type { Quote } from '@/lib/simulate/quote'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'

const every = 4000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Answers = Partial<Record<Mode | 'best', Quote>>

/**
 * What a request would do and cost, asked again every 4 s while the page is visible and `isOpen`; the
 * old answer stays until the new one is there. Never two questions at a time.
 */
export const useQuote = (
  id: string,
  mode: Mode | undefined,
  isOpen: boolean,
): { quote: Quote | undefined; problem: string | undefined } => {
  const [answers, setAnswers] = useState<Answers>({})
  const [problem, setProblem] = useState<string>()
  const turn = useRef(Promise.resolve())

  useEffect(() => {
    if (!isOpen) return
    const over = new AbortController()
    const isOver = () => over.signal.aborted

    const ask = async () => {
      try {
        const quote = await wallet('quote', mode ? { id, mode } : { id })
        setAnswers((answers) => ({ ...answers, [mode ?? 'best']: quote }))
        setProblem(undefined)
      } catch (error) {
        setProblem(sentenceOfError(error))
      }
    }

    const repeat = async () => {
      while (!isOver()) {
        await turn.current
        if (isOver()) return
        if (document.visibilityState === 'visible') turn.current = ask()
        await Promise.all([turn.current, sleep(every)])
      }
    }

    void repeat()
    return () => over.abort()
  }, [id, mode, isOpen])

  return { quote: answers[mode ?? 'best'], problem }
}
