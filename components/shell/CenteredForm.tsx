import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { Logo } from '../Logo'
import { Heading } from '../ui/Heading'
import styles from './CenteredForm.module.css'

/** The frame of what stands before the wallet: import and unlock, one form each. */
export const CenteredForm = ({
  title,
  errors,
  onSubmit,
  children,
}: {
  title: string
  /** Errors of the form; each change moves the focus to the first wrong field. */
  errors: unknown
  onSubmit?: (form: FormData) => void
  children: ReactNode
}) => {
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit?.(new FormData(event.currentTarget))
  }

  return (
    <main className={styles.gate}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.head}>
          <Logo size={32} />
          <Heading className={styles.title}>{title}</Heading>
        </div>
        {children}
      </form>
    </main>
  )
}
