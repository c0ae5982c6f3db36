import { useEffect, useState } from 'react'
import { withSender } from './link'
import { useLink } from './useLink'

/** Holds the batch in the editor, and says of one that came with a link that it did. */
export const useBatch = (from: string | undefined) => {
  const [text, setText] = useState('')
  const { link, forget } = useLink(setText)
  // A batch that came with a link gets the sender who is here.
  useEffect(() => {
    if (from && link) setText((now) => withSender(now, from))
  }, [from, link])
  const onPreset = (preset: string) => {
    forget()
    setText(preset)
  }
  return { text, note: link?.said ?? '', onText: setText, onPreset }
}
