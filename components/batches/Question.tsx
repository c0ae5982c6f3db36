import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useAction } from '../hooks/useAction'
import { Button } from '../ui/Button'
import dialog from '../ui/Dialog.module.css'
import { Notice } from '../ui/Notice'

/** A button that asks once more, saying what follows, before it acts; a problem stays on the screen. */
export const Question = ({
  label,
  kind,
  title,
  children,
  no,
  yes,
  act,
}: {
  label: string
  kind?: 'danger'
  title: string
  /** The consequences of a yes. */
  children: ReactNode
  no: string
  yes: string
  /** Gives back what went wrong, if anything did. */
  act: () => Promise<string | undefined>
}) => {
  const { run, isPending, error } = useAction(act)
  return (
    <>
      {error && (
        <div className={dialog.problem}>
          <Notice tone="bad" isAlert>
            {error}
          </Notice>
        </div>
      )}
      <AlertDialog.Root>
        <AlertDialog.Trigger render={<Button kind={kind} disabled={isPending} />}>
          {label}
        </AlertDialog.Trigger>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={dialog.backdrop} />
          <AlertDialog.Popup className={dialog.popup}>
            <AlertDialog.Title>{title}</AlertDialog.Title>
            <AlertDialog.Description>{children}</AlertDialog.Description>
            <div className={dialog.buttons}>
              <AlertDialog.Close render={<Button />}>{no}</AlertDialog.Close>
              <AlertDialog.Close render={<Button kind={kind ?? 'primary'} />} onClick={run}>
                {yes}
              </AlertDialog.Close>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  )
}
