import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'

/** Sends the calls of a batch again, for the account to pay: the user approves them as ever. */
export const PayInstead = ({ batchKey }: { batchKey: string }) => {
  const { run, isPending, error } = useAction(async () => {
    const answer = await wallet('payInstead', { key: batchKey })
    if (answer === 'open') return t('payAgain_open')
    if (answer === 'sent') return t('payAgain_sent')
    // Where the wallet's own requests are decided.
    location.hash = 'send'
    return undefined
  })
  return (
    <>
      <Problem text={error} />
      <Button disabled={isPending} onClick={run}>
        {t('payAgain')}
      </Button>
    </>
  )
}
