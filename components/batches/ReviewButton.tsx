import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'

/** Brings the window to the front in which a batch waits for the user. */
export const ReviewButton = ({ text }: { text: string }) => {
  const { run, error } = useAction(() => wallet('showApprovals', null))
  return (
    <>
      <Problem text={error} />
      <Button kind="primary" onClick={run}>
        {text}
      </Button>
    </>
  )
}
