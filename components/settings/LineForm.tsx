import { useState } from 'react'
import { typed } from '../screens/Gate'
import { sentenceOfError } from '../text/errors'
import { Field } from '../ui/Field'
import { Note } from '../ui/Note'
import { ShortForm } from '../ui/ShortForm'
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

  return (
    <div className={styles.line}>
      <ShortForm
        submit={submit}
        onCancel={onCancel}
        onSubmit={async (form) =>
          setError(await onSubmit(typed(form, 'line')).catch(sentenceOfError))
        }
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
      </ShortForm>
    </div>
  )
}
