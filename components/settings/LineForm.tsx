import { useState } from 'react'
import { useAction } from '../hooks/useAction'
import { formText } from '../ui/formText'
import { Field } from '../ui/Field'
import { Note } from '../ui/Note'
import { ShortForm } from '../ui/ShortForm'
import layout from '../ui/layout.module.css'

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
  const [text, setText] = useState(initial ?? '')
  const { run, isPending, error } = useAction((form: FormData) => onSubmit(formText(form, 'line')))

  return (
    <div className={layout.aired}>
      <ShortForm submit={submit} onCancel={onCancel} isPending={isPending} onSubmit={run}>
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
