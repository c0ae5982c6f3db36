import { useState, type ReactNode } from 'react'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Gate, typed } from './Gate'

/** Asks for the password; `children` say what waits behind it. */
export const Unlock = ({ children }: { children: ReactNode }) => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const submit = async (form: FormData) => {
    setBusy(true)
    setError(undefined)
    try {
      const isOpen = await wallet('unlock', { password: typed(form, 'password') })
      if (!isOpen) setError('This is not the password.')
    } catch (failure) {
      setError(sentenceOfError(failure))
    }
    setBusy(false)
  }

  return (
    <Gate title="Unlock Volley" errors={error} onSubmit={(form) => void (isBusy || submit(form))}>
      {children}
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={error}
        autoFocus
      />
      <Button type="submit" kind="primary" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? 'Unlocking…' : 'Unlock'}
      </Button>
    </Gate>
  )
}
