import { useAction } from '../hooks/useAction'
import { createPasskey } from '../passkey/passkey'
import { passkeyError } from '../passkey/passkeyError'
import { useStoredPasskey } from '../passkey/useStoredPasskey'
import { PasswordForm } from '../settings/PasswordForm'
import { removalError } from '../settings/removalErrors'
import { SubScreen } from '../shell/SubScreen'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'

const create = async (password: string): Promise<string | undefined> => {
  // The password comes first: a wrong one must not leave a passkey on the device that opens nothing.
  const checked = await wallet('unlock', { password })
  if (checked !== 'open') return removalError(checked)
  const passkey = await createPasskey()
  if (typeof passkey === 'string') return passkeyError(passkey)
  const answer = await wallet('addPasskey', { password, passkey })
  return answer === 'done' ? undefined : removalError(answer)
}

/** Sets up a passkey that unlocks the wallet, after the password, or takes it away. */
export const Passkey = () => {
  const passkey = useStoredPasskey()
  const { run, isPending, error } = useAction(async () => {
    await wallet('removePasskey', null)
    return undefined
  })
  if (passkey === undefined) return null
  if (passkey === null) {
    return (
      <PasswordForm
        title={t('passkey_title')}
        submit={t('passkey_create')}
        back="settings"
        onPassword={create}
      >
        <p>{t('passkey_about')}</p>
        <p className={layout.muted}>{t('passkey_limits')}</p>
      </PasswordForm>
    )
  }
  return (
    <SubScreen title={t('passkey_title')}>
      <div className={`${layout.stack} ${layout.loose} ${layout.start} ${layout.body}`}>
        <p>{t('passkey_isOn')}</p>
        <p className={layout.muted}>{t('passkey_limits')}</p>
        <Button kind="danger" disabled={isPending} onClick={run}>
          {t('passkey_remove')}
        </Button>
        <p className={`${layout.muted} ${layout.small}`}>{t('passkey_removeNote')}</p>
        <Problem text={error} />
      </div>
    </SubScreen>
  )
}
