import { useState } from 'react'

/** Reads the status of a batch by its ID, such as one sent before the page was reloaded. */
export const LookUp = ({
  id,
  disabled,
  onWatch,
}: {
  id: string | undefined
  disabled: boolean
  onWatch: (id: string) => void
}) => {
  const [text, setText] = useState(id ?? '')
  return (
    <form
      className="lookup"
      onSubmit={(event) => {
        event.preventDefault()
        onWatch(text)
      }}
    >
      <input
        aria-label="Batch id"
        placeholder="Batch id"
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        autoComplete="off"
      />
      <button disabled={disabled || text === ''}>Look up</button>
    </form>
  )
}
