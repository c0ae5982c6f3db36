import { startTransition, useRef, useState } from 'react'
import { sentenceOfError } from '../text/errors'

/** A sentence for the user, or nothing where nothing went wrong. */
type Problem = string | null | undefined

/** Does it, and gives the sentence for how that failed, if it did; never throws. */
export const problemOf = async (act: () => Promise<Problem>): Promise<string | undefined> => {
  try {
    return (await act()) ?? undefined
  } catch (failure) {
    return sentenceOfError(failure)
  }
}

/**
 * An action of the user. `act` gives the sentence for what went wrong, or throws; `error` is that sentence
 * and stays until the next run.
 */
export const useAction = <Given extends readonly unknown[]>(
  act: (...given: Given) => Promise<Problem>,
): { run: (...given: Given) => void; isPending: boolean; error: string | undefined } => {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const newest = useRef(0)

  const run = (...given: Given) => {
    const number = ++newest.current
    const acting = problemOf(() => act(...given))
    // Drawn once what the action asks for is on its way: it must not wait for the screen.
    startTransition(() => {
      setPending(true)
      setError(undefined)
    })
    void acting.then((problem) => {
      // An earlier run that fails late says nothing about the one that the user waits for.
      if (number !== newest.current) return
      setError(problem)
      setPending(false)
    })
  }

  return { run, isPending, error }
}
