import { Field as Base } from '@base-ui/react/field'
import styles from './Field.module.css'

/** A labelled input; its error is a sentence tied to it. Nothing typed into it is checked elsewhere. */
export const Field = ({
  label,
  name,
  error,
  rows,
  ...control
}: {
  label: string
  name: string
  error: string | undefined
  /** Lines, for a text of several. */
  rows?: number
  type?: 'password'
  autoComplete: string
  autoFocus?: boolean
  /** For a text that the screen answers to while it is typed. */
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  inputMode?: 'decimal'
}) => (
  <Base.Root name={name} invalid={error !== undefined} className={styles.field}>
    <Base.Label className={styles.label}>{label}</Base.Label>
    <Base.Control
      {...control}
      className={styles.control}
      // A spell checker may send what it checks to its maker.
      spellCheck={false}
      autoCapitalize="none"
      {...(rows ? { render: <textarea rows={rows} /> } : {})}
    />
    {error !== undefined && (
      <Base.Error match className={styles.error}>
        {error}
      </Base.Error>
    )}
  </Base.Root>
)
