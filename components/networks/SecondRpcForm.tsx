import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import styles from './SecondRpc.module.css'

/** Where the URL is typed; it is kept by nothing here, and never shown again. */
export const SecondRpcForm = ({
  save,
  close,
}: {
  /** Gives back what is wrong, if anything is. */
  save: (url: string) => Promise<string | undefined>
  close: () => void
}) => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (error) form.current?.querySelector('input')?.focus()
  }, [error])

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const url = new FormData(event.currentTarget).get('url')
    setBusy(true)
    setError(undefined)
    const problem = await save(typeof url === 'string' ? url.trim() : '')
    setBusy(false)
    if (problem) setError(problem)
    else close()
  }

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field label="URL of the second RPC" name="url" error={error} autoComplete="off" autoFocus />
      <div className={styles.buttons}>
        <Button isSmall type="submit" kind="primary" disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? 'Asking the node…' : 'Save'}
        </Button>
        <Button isSmall disabled={isBusy} onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
