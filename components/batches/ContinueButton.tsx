import { wallet } from '../store'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { useAction } from './useAction'

/** Says yes again to a batch whose approval has grown old. */
export const ContinueButton = ({ batchKey }: { batchKey: string }) => {
  const { isBusy, problem, run } = useAction(async () => {
    await wallet('resume', { key: batchKey })
    return undefined
  })

  return (
    <>
      {problem && (
        <Notice tone="bad" isAlert>
          {problem}
        </Notice>
      )}
      <Button kind="primary" disabled={isBusy} onClick={() => void run()}>
        Continue
      </Button>
    </>
  )
}
