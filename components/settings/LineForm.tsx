import { useState } from 'react'
import { typed } from '../screens/Gate'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Note } from '../ui/Note'
import styles from './LineForm.module.css'

/** One line to fill in where it belongs. `onSubmit` gives what is wrong with it, if anything is. */
export const LineForm = ({
  label,
  initial,
  type,
  note,
  submit,
  onSubmit,
  onCancel,
}: {
  label: string
  initial?: string
  type?: 'password'
  note?: string
  submit: string
  onSubmit: (text: string) => Promise<string | undefined>
  onCancel: () => void
}) => {
  const [error, setError] = useState<string>()
  const [text, setText] = useState(initial ?? '')
  const [isBusy, setBusy] = useState(false)

  const run = async (form: FormData) => {
    setBusy(true)
    setError(await onSubmit(typed(form, 'line')).catch(sentenceOfError))
    setBusy(false)
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void run(new FormData(event.currentTarget))
      }}
    >
      <Field
        label={label}
        name="line"
        autoComplete="off"
        autoFocus
        error={error}
        value={text}
        onValueChange={setText}
        {...(type ? { type } : {})}
      />
      {note !== undefined && <Note>{note}</Note>}
      <div className={styles.deeds}>
        <Button type="submit" kind="primary" isSmall disabled={isBusy} aria-busy={isBusy}>
          {submit}
        </Button>
        <Button isSmall onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
