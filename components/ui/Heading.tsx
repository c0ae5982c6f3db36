import { useEffect, useRef, type ComponentProps } from 'react'

/**
 * The heading of a screen, of which it has one: the browser names the page by it, in its tab, its window and to
 * readers of the screen. `takesFocus`: a new screen must not meet a key that was meant for the one before it.
 */
export const Heading = ({
  takesFocus = false,
  ...rest
}: ComponentProps<'h1'> & { takesFocus?: boolean }) => {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const { current } = heading
    const before = document.title
    if (!current) return
    const name = () => {
      document.title = `${current.innerText.replace(/\s+/g, ' ').trim()} – Volley`
    }
    name()
    // Names of sites and tokens come late, in parts of their own.
    const watch = new MutationObserver(name)
    watch.observe(current, { subtree: true, childList: true, characterData: true })
    return () => {
      watch.disconnect()
      // A request that stood in place of a screen gives the page its name back.
      document.title = before
    }
  }, [])

  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])

  return <h1 ref={heading} {...(takesFocus ? { tabIndex: -1 } : {})} {...rest} />
}
