import { useState } from 'react'

/** Copies a text, and says whether that worked. */
export const CopyButton = ({ text, name = 'Copy' }: { text: string; name?: string }) => {
  const [done, setDone] = useState<{ text: string; said: string } | null>(null)
  const copy = async () => {
    const said = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Not copied: select the text and copy it yourself.',
    )
    setDone({ text, said })
  }
  return (
    <span className="copy">
      <button disabled={text === ''} onClick={() => void copy()}>
        {name}
      </button>
      <span className="note" role="status">
        {done?.text === text && done.said}
      </span>
    </span>
  )
}
