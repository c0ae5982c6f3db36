import { useState, type ReactNode } from 'react'
import { t } from '../text/messages'
import { Button } from './Button'
import styles from './ShortForm.module.css'

/** A few lines to fill in where they belong. It does not submit again before `onSubmit` is done. */
export const ShortForm = ({
  submit,
  busy = submit,
  onSubmit,
  onCancel,
  children,
}: {
  submit: string
  /** What the button says until `onSubmit` is done. */
  busy?: string
  onSubmit: (form: FormData) => Promise<void>
  onCancel: () => void
  children: ReactNode
}) => {
  const [isBusy, setBusy] = useState(false)

  const run = async (form: FormData) => {
    setBusy(true)
    await onSubmit(form)
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
      {children}
      <div className={styles.deeds}>
        <Button type="submit" kind="primary" isSmall disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? busy : submit}
        </Button>
        <Button isSmall onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
