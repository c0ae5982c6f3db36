import { useState, type ReactNode } from 'react'
import { Gate, typed } from '../screens/Gate'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import { Problem } from '../ui/Problem'
import { PasswordField } from './PasswordField'
import { usePatience } from './usePatience'

/** Asks for the password before something that it alone allows. `onPassword` gives what is wrong, if anything is. */
export const PasswordForm = ({
  title,
  submit,
  isDanger = false,
  back,
  children,
  onPassword,
}: {
  title: string
  submit: string
  isDanger?: boolean
  /** The address, without `#`, that the way back leads to. */
  back: string
  children?: ReactNode
  onPassword: (password: string) => Promise<string | undefined>
}) => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const left = usePatience()

  const run = async (form: FormData) => {
    setBusy(true)
    setError(undefined)
    setFailure(undefined)
    try {
      setError(await onPassword(typed(form, 'password')))
    } catch (thrown) {
      setFailure(sentenceOfError(thrown))
    }
    setBusy(false)
  }

  return (
    <Gate title={title} errors={error} onSubmit={(form) => void (isBusy || left > 0 || run(form))}>
      {children}
      <PasswordField error={error} />
      <Problem text={failure} />
      <Button
        type="submit"
        kind={isDanger ? 'danger' : 'primary'}
        disabled={isBusy || left > 0}
        aria-busy={isBusy}
      >
        {left > 0 ? t('unlockWait', left) : submit}
      </Button>
      <ButtonLink href={`#${back}`}>{t('back')}</ButtonLink>
    </Gate>
  )
}
