import { useId } from 'react'

/** One line of text with its name and, behind it, what belongs there. */
export const Field = ({
  name,
  hint,
  value,
  onValue,
}: {
  name: string
  hint?: string
  value: string
  onValue: (value: string) => void
}) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      {hint && <span id={`${id}-hint`}>{hint}</span>}
      <input
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        spellCheck={false}
        autoComplete="off"
      />
    </div>
  )
}
