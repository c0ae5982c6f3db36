import { useState, type ReactNode } from 'react'
import { Forgotten } from '../settings/Forgotten'
import { sentenceOfKept } from '../settings/kept'
import { PasswordField } from '../settings/PasswordField'
import { usePatience } from '../settings/usePatience'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { Gate, typed } from './Gate'

/** Asks for the password; `children` say what waits behind it. */
export const Unlock = ({ children }: { children: ReactNode }) => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [isDamaged, setDamaged] = useState(false)
  const [isForgotten, setForgotten] = useState(false)
  const left = usePatience()

  const submit = async (form: FormData) => {
    setBusy(true)
    setError(undefined)
    try {
      const outcome = await wallet('unlock', { password: typed(form, 'password') })
      setDamaged(outcome === 'damaged')
      if (outcome === 'wrong password' || outcome === 'too soon') setError(sentenceOfKept(outcome))
    } catch (failure) {
      setError(sentenceOfError(failure))
    }
    setBusy(false)
  }

  if (isForgotten) return <Forgotten onBack={() => setForgotten(false)} />
  return (
    <Gate
      title={t('unlockTitle')}
      errors={error}
      onSubmit={(form) => void (isBusy || left > 0 || submit(form))}
    >
      {children}
      <PasswordField error={error} />
      {isDamaged && (
        <Notice tone="bad" isAlert>
          {t('unlockDamaged')}
        </Notice>
      )}
      <Button type="submit" kind="primary" disabled={isBusy || left > 0} aria-busy={isBusy}>
        {left > 0 ? t('unlockWait', left) : t(isBusy ? 'unlocking' : 'unlock')}
      </Button>
      <Button kind="quiet" onClick={() => setForgotten(true)}>
        {t('forgotten')}
      </Button>
    </Gate>
  )
}
