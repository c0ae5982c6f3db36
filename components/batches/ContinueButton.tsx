import { useState } from 'react'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'

/** Says yes again to a batch whose approval has grown old. */
export const ContinueButton = ({ batchKey }: { batchKey: string }) => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const resume = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await wallet('resume', { key: batchKey })
    } catch (error) {
      setProblem(sentenceOfError(error))
    }
    setBusy(false)
  }

  return (
    <>
      {problem && (
        <Notice tone="bad" isAlert>
          {problem}
        </Notice>
      )}
      <Button kind="primary" disabled={isBusy} onClick={() => void resume()}>
        Continue
      </Button>
    </>
  )
}
