import { useEffect, useState } from 'react'
import { readLink } from './link'

/** Reads the batch in the page's address, and again when another link is opened in its place; sends nothing. */
export const useLink = (onText: (text: string) => void) => {
  const [opened, setOpened] = useState<{ said: string } | null>(null)
  useEffect(() => {
    const open = () => {
      const carried = readLink(location.hash)
      if (!carried) return
      if ('text' in carried) onText(carried.text)
      const said =
        'text' in carried
          ? 'This batch came with a link: read it before you send it.'
          : carried.problem
      setOpened({ said })
    }
    open()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [onText])
  return { link: opened, forget: () => setOpened(null) }
}
