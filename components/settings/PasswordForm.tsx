import { useState, type ReactNode } from 'react'
import { useAction } from '../hooks/useAction'
import { CenteredForm } from '../shell/CenteredForm'
import { formText } from '../ui/formText'
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
  const [wrong, setWrong] = useState<string>()
  const left = usePatience()

  const { run, isPending, error } = useAction(async (form: FormData) => {
    setWrong(undefined)
    setWrong(await onPassword(formText(form, 'password')))
    return undefined
  })

  return (
    <CenteredForm
      title={title}
      errors={wrong}
      onSubmit={(form) => isPending || left > 0 || run(form)}
    >
      {children}
      <PasswordField error={wrong} />
      <Problem text={error} />
      <Button
        type="submit"
        kind={isDanger ? 'danger' : 'primary'}
        disabled={isPending || left > 0}
        aria-busy={isPending}
      >
        {left > 0 ? t('unlockWait', left) : submit}
      </Button>
      <ButtonLink href={`#${back}`}>{t('back')}</ButtonLink>
    </CenteredForm>
  )
}
