import { useState, type ReactNode } from 'react'
import { Forgotten } from '../settings/Forgotten'
import { removalError } from '../settings/removalErrors'
import { PasswordField } from '../settings/PasswordField'
import { usePatience } from '../settings/usePatience'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { CenteredForm } from '../shell/CenteredForm'
import { formText } from '../ui/formText'
import { loadedLater } from '../hooks/loadedLater'

/** Few wallets have a passkey. */
const PasskeyUnlock = loadedLater(
  async () => (await import('../passkey/PasskeyUnlock')).PasskeyUnlock,
)

/** Asks for the password; `children` say what waits behind it. */
export const Unlock = ({ children }: { children: ReactNode }) => {
  const [isDamaged, setDamaged] = useState(false)
  const [isForgotten, setForgotten] = useState(false)
  const left = usePatience()

  const { run, isPending, error } = useAction(async (form: FormData) => {
    const outcome = await wallet('unlock', { password: formText(form, 'password') })
    setDamaged(outcome === 'damaged')
    return outcome === 'wrong password' || outcome === 'too soon'
      ? removalError(outcome)
      : undefined
  })

  if (isForgotten) return <Forgotten onBack={() => setForgotten(false)} />
  return (
    <CenteredForm
      title={t('unlockTitle')}
      errors={error}
      onSubmit={(form) => isPending || left > 0 || run(form)}
    >
      {children}
      <PasswordField error={error} />
      {isDamaged && (
        <Notice tone="bad" isAlert>
          {t('unlockDamaged')}
        </Notice>
      )}
      <Button type="submit" kind="primary" disabled={isPending || left > 0} aria-busy={isPending}>
        {left > 0 ? t('unlockWait', left) : t(isPending ? 'unlocking' : 'unlock')}
      </Button>
      <PasskeyUnlock />
      <Button kind="quiet" onClick={() => setForgotten(true)}>
        {t('forgotten')}
      </Button>
    </CenteredForm>
  )
}
