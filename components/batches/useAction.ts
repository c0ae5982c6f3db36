import { useState } from 'react'
import { sentenceOfError } from '../text/errors'

/** Something the user can have done on a batch's page; a problem stays on the screen until the next try. */
export const useAction = (
  act: () => Promise<string | undefined>,
): { isBusy: boolean; problem: string | undefined; run: () => Promise<void> } => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const run = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      setProblem(await act())
    } catch (error) {
      setProblem(sentenceOfError(error))
    }
    setBusy(false)
  }

  return { isBusy, problem, run }
}
