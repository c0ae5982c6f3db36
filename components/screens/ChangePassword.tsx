import { useState } from 'react'
import { sentenceOfKept } from '../settings/kept'
import { usePatience } from '../settings/usePatience'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import { Field } from '../ui/Field'
import { Problem } from '../ui/Problem'
import { checkPassword, NewPassword, type PasswordErrors } from '../welcome/NewPassword'
import { Gate, typed } from './Gate'

type Errors = PasswordErrors & { old?: string; form?: string }

/** Puts another password over the vault. The wallet locks after it, so that the new one is tried at once. */
export const ChangePassword = () => {
  const [chosen, setChosen] = useState({ password: '', repeat: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setBusy] = useState(false)
  const left = usePatience()

  const change = async (old: string): Promise<Errors> => {
    const wrong = await checkPassword(chosen)
    if (Object.keys(wrong).length > 0) return wrong
    const answer = await wallet('changePassword', { old, next: chosen.password })
    if (answer === 'damaged') return { form: t('unlockDamaged') }
    if (answer !== 'done') return { old: sentenceOfKept(answer) }
    location.assign('#')
    return {}
  }

  const submit = async (form: FormData) => {
    setBusy(true)
    try {
      setErrors(await change(typed(form, 'old')))
    } catch (error) {
      setErrors({ form: sentenceOfError(error) })
    }
    setBusy(false)
  }

  return (
    <Gate
      title={t('passwordChange')}
      errors={errors}
      onSubmit={(form) => void (isBusy || left > 0 || submit(form))}
    >
      <Field
        label={t('passwordOld')}
        name="old"
        type="password"
        autoComplete="current-password"
        error={errors.old}
        autoFocus
      />
      <NewPassword isAnother chosen={chosen} errors={errors} onChange={setChosen} />
      <p>{t('passwordChangeMeaning')}</p>
      <Problem text={errors.form} />
      <Button type="submit" kind="primary" disabled={isBusy || left > 0} aria-busy={isBusy}>
        {left > 0 ? t('unlockWait', left) : t(isBusy ? 'encrypting' : 'passwordChange')}
      </Button>
      <ButtonLink href="#settings">{t('back')}</ButtonLink>
    </Gate>
  )
}
