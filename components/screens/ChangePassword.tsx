import { useState } from 'react'
import { usePasskeyOnce } from '../passkey/passkey'
import { passkeyError } from '../passkey/passkeyError'
import { useStoredPasskey } from '../passkey/useStoredPasskey'
import { removalError } from '../settings/removalErrors'
import { usePatience } from '../settings/usePatience'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import { Checkbox } from '../ui/Checkbox'
import { Field } from '../ui/Field'
import { Problem } from '../ui/Problem'
import {
  checkPassword,
  NewPassword,
  type Chosen,
  type PasswordErrors,
} from '../welcome/NewPassword'
import { CenteredForm } from '../shell/CenteredForm'
import { formText } from '../ui/formText'

type Errors = PasswordErrors & { old?: string }

/** Puts another password over the vault. The wallet locks after it, so that the new one is tried at once. */
export const ChangePassword = () => {
  const [chosen, setChosen] = useState({ password: '', repeat: '' })
  const [errors, setErrors] = useState<Errors>({})
  const left = usePatience()
  const passkey = useStoredPasskey()
  const [keepsPasskey, setKeepsPasskey] = useState(false)

  const choose = (next: Chosen) => {
    setChosen(next)
    // An error is about the password that was submitted, not about the next one.
    if (errors.password ?? errors.repeat) setErrors({})
  }

  const { run, isPending, error } = useAction(async (form: FormData) => {
    const wrong = await checkPassword(chosen)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return undefined
    const used = passkey && keepsPasskey ? await usePasskeyOnce(passkey) : undefined
    if (typeof used === 'string') return passkeyError(used)
    const answer = await wallet('changePassword', {
      old: formText(form, 'old'),
      next: chosen.password,
      ...used,
    })
    if (answer === 'wrong passkey') return passkeyError(answer)
    if (answer === 'damaged') return t('unlockDamaged')
    if (answer === 'done') location.assign('#')
    else setErrors({ old: removalError(answer) })
    return undefined
  })

  return (
    <CenteredForm
      title={t('passwordChange')}
      errors={errors}
      onSubmit={(form) => isPending || left > 0 || run(form)}
    >
      <Field
        label={t('passwordOld')}
        name="old"
        type="password"
        autoComplete="current-password"
        error={errors.old}
        autoFocus
      />
      <NewPassword isAnother chosen={chosen} errors={errors} onChange={choose} />
      <p>{t('passwordChangeMeaning')}</p>
      {passkey && (
        <Checkbox isChecked={keepsPasskey} onChange={setKeepsPasskey}>
          {t('passkey_keep')}
        </Checkbox>
      )}
      <Problem text={error} />
      <Button type="submit" kind="primary" disabled={isPending || left > 0} aria-busy={isPending}>
        {left > 0 ? t('unlockWait', left) : t(isPending ? 'encrypting' : 'passwordChange')}
      </Button>
      <ButtonLink href="#settings">{t('back')}</ButtonLink>
    </CenteredForm>
  )
}
