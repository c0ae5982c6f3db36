import { useEffect, useRef } from 'react'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import { usePasskeyOnce } from './passkey'
import { passkeyError } from './passkeyError'
import { useStoredPasskey } from './useStoredPasskey'

/** Unlocks by the passkey, where the wallet has one. */
export const PasskeyUnlock = () => {
  const passkey = useStoredPasskey()
  const open = useRef<AbortController>(undefined)

  // A ceremony that is still open when this screen goes must not unlock what was locked since.
  useEffect(() => () => open.current?.abort(), [])

  const { run, isPending, error } = useAction(async (stored: { id: string; salt: string }) => {
    const { signal } = (open.current = new AbortController())
    const used = await usePasskeyOnce(stored, signal)
    if (signal.aborted) return undefined
    if (typeof used === 'string') return passkeyError(used)
    const answer = await wallet('unlockByPasskey', used)
    return answer === 'open' ? undefined : passkeyError(answer)
  })

  if (!passkey) return null
  return (
    <>
      <Button disabled={isPending} onClick={() => run(passkey)}>
        {t('passkey_unlock')}
      </Button>
      <Problem text={error} />
    </>
  )
}
