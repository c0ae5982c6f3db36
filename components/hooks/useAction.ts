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
 * and stays until the next run. `waits`: that the action runs is drawn once what it asks for is on its way, which must
 * not wait for the screen; whoever uses it has to keep a second click off.
 */
export const useAction = <Given extends readonly unknown[]>(
  act: (...given: Given) => Promise<Problem>,
  { waits = false }: { waits?: boolean } = {},
): { run: (...given: Given) => void; isPending: boolean; error: string | undefined } => {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const newest = useRef(0)

  const begin = () => {
    setPending(true)
    setError(undefined)
  }

  const run = (...given: Given) => {
    const number = ++newest.current
    if (waits) startTransition(begin)
    else begin()
    void problemOf(() => act(...given)).then((problem) => {
      // An earlier run that fails late says nothing about the one that the user waits for.
      if (number !== newest.current) return
      setError(problem)
      setPending(false)
    })
  }

  return { run, isPending, error }
}
