import type { ReactNode } from 'react'
import { t } from '../text/messages'
import { Button } from './Button'
import layout from './layout.module.css'

/** A few lines to fill in where they belong. It does not submit again while that is pending. */
export const ShortForm = ({
  submit,
  busy = submit,
  isPending,
  onSubmit,
  onCancel,
  children,
}: {
  submit: string
  /** The button's label while the submission is pending. */
  busy?: string
  isPending: boolean
  onSubmit: (form: FormData) => void
  onCancel: () => void
  children: ReactNode
}) => (
  <form
    className={layout.stack}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      if (!isPending) onSubmit(new FormData(event.currentTarget))
    }}
  >
    {children}
    <div className={layout.row}>
      <Button type="submit" kind="primary" isSmall disabled={isPending} aria-busy={isPending}>
        {isPending ? busy : submit}
      </Button>
      <Button isSmall onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  </form>
)
