import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import styles from './SecondRpc.module.css'

/** Where the URL is typed; kept until the form closes, and never shown again. */
export const RpcForm = ({
  label,
  save,
  close,
}: {
  label: string
  /** Gives back what is wrong, if anything is; `isAgain`: the same was wrong before. */
  save: (url: string, isAgain: boolean) => Promise<string | undefined>
  close: () => void
}) => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const refused = useRef<string>(undefined)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (error) form.current?.querySelector('input')?.focus()
  }, [error])

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const typed = new FormData(event.currentTarget).get('url')
    const url = typeof typed === 'string' ? typed.trim() : ''
    setBusy(true)
    setError(undefined)
    const problem = await save(url, refused.current === url)
    refused.current = url
    setBusy(false)
    if (problem) setError(problem)
    else close()
  }

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field label={label} name="url" error={error} autoComplete="off" autoFocus />
      <div className={styles.buttons}>
        <Button isSmall type="submit" kind="primary" disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? t('rpcs_asking') : t('rpcs_save')}
        </Button>
        <Button isSmall disabled={isBusy} onClick={close}>
          {t('rpcs_cancel')}
        </Button>
      </div>
    </form>
  )
}
