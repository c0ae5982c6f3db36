import { useEffect, useRef, type SyntheticEvent } from 'react'
import { useAction } from '../hooks/useAction'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import layout from '../ui/layout.module.css'

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
  const refused = useRef<string>(undefined)
  const form = useRef<HTMLFormElement>(null)

  const { run, isPending, error } = useAction(async (url: string) => {
    const isAgain = refused.current === url
    refused.current = url
    const problem = await save(url, isAgain)
    if (problem === undefined) close()
    return problem
  })

  useEffect(() => {
    if (error) form.current?.querySelector('input')?.focus()
  }, [error])

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget).get('url')
    run(typeof typed === 'string' ? typed.trim() : '')
  }

  return (
    <form ref={form} className={layout.stack} onSubmit={submit} noValidate>
      <Field label={label} name="url" error={error} autoComplete="off" autoFocus />
      <div className={layout.wrap}>
        <Button isSmall type="submit" kind="primary" disabled={isPending} aria-busy={isPending}>
          {isPending ? t('rpcs_asking') : t('rpcs_save')}
        </Button>
        <Button isSmall disabled={isPending} onClick={close}>
          {t('rpcs_cancel')}
        </Button>
      </div>
    </form>
  )
}
