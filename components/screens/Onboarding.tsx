import { useState } from 'react'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Notice } from '../ui/Notice'
import { Gate, typed } from './Gate'
import styles from './Onboarding.module.css'

type Errors = { phrase?: string; password?: string; repeat?: string; form?: string }

const check = (phrase: string, password: string, repeat: string): Errors => {
  if (!phrase) return { phrase: 'Type the words of your recovery phrase, with spaces between.' }
  if (password.length < 10) return { password: 'The password needs at least 10 characters.' }
  if (password !== repeat) return { repeat: 'The two passwords are not the same.' }
  return {}
}

const badPhrase = 'This is not a valid phrase of 12 to 24 English words.'

/** Imports a phrase under a new password. */
export const Onboarding = () => {
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})

  const submit = async (form: FormData) => {
    const phrase = typed(form, 'phrase').trim().toLowerCase().split(/\s+/).join(' ')
    const password = typed(form, 'password')
    const found = check(phrase, password, typed(form, 'repeat'))
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const answer = await wallet('importPhrase', { phrase, password })
      if (answer === 'bad phrase') setErrors({ phrase: badPhrase })
    } catch (error) {
      setErrors({ form: sentenceOfError(error) })
    }
    setBusy(false)
  }

  return (
    <Gate
      title="Import your wallet"
      errors={errors}
      onSubmit={(form) => void (isBusy || submit(form))}
    >
      <Field label="Recovery phrase" name="phrase" error={errors.phrase} {...words} autoFocus />
      <Field label="Password" name="password" error={errors.password} {...secret} />
      <Field label="Repeat password" name="repeat" error={errors.repeat} {...secret} />
      <p className={styles.note}>
        The password encrypts the phrase on this computer. Forgotten, it cannot be recovered: only
        the phrase brings the accounts back. Volley talks to the node of the network in use, by
        default Base’s public one, and to nobody else. The node learns your addresses and what you
        send.
      </p>
      {errors.form && (
        <Notice tone="bad" isAlert>
          {errors.form}
        </Notice>
      )}
      <Button type="submit" kind="primary" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? 'Encrypting…' : 'Import'}
      </Button>
    </Gate>
  )
}

const words = { rows: 3, autoComplete: 'off' }
const secret = { type: 'password', autoComplete: 'new-password' } as const
