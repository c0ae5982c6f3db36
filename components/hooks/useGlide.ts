import { useLayoutEffect, useRef, type RefObject } from 'react'

/** How long a part takes to its new place, in ms. */
const quick = 150

/** How long the parts are still watched when all has come, in ms: some fill a moment later. */
const after = 500

/** How far a line is below the start of its part: a part that glides is what its lines are measured from. */
const lineTop = (line: HTMLElement, part: HTMLElement): number =>
  line.offsetParent === part ? line.offsetTop + part.clientTop : line.offsetTop - part.offsetTop

/** The parts of a content with the heights above them: of a line in a list, those within that list's part. */
const placesIn = (content: HTMLElement): [HTMLElement, number][] =>
  [...content.querySelectorAll<HTMLElement>(':scope > *')].flatMap((part) => [
    [part, part.offsetTop],
    ...[...part.querySelectorAll<HTMLElement>(':scope > ol > li')].map(
      (line): [HTMLElement, number] => [line, lineTop(line, part)],
    ),
  ])

/** Tells if somebody has scrolled: the browser then keeps in place what they read. */
const isScrolled = (content: HTMLElement): boolean => content.scrollTop > 0 || scrollY > 0

/**
 * Lets the parts of a content that is still loading glide where they would jump, because something above them has come or
 * grown; undefined where nothing is awaited. Who asked the system for less motion sees them in place at once.
 */
export const useGlide = (
  content: RefObject<HTMLElement | null>,
  isLoading: boolean | undefined,
): void => {
  const seen = useRef({ width: 0, places: new Map<HTMLElement, number>() })
  useLayoutEffect(() => {
    const root = content.current
    if (!root || isLoading === undefined) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const note = () => (seen.current = { width: root.offsetWidth, places: new Map(placesIn(root)) })
    // A change of React's is looked at before the browser shows it.
    const look = () => {
      const last = seen.current
      const { width, places } = note()
      // Another width breaks lines elsewhere, which is no news.
      if (isScrolled(root) || width !== last.width) return
      const moved = [...places].filter(([part, top]) => (last.places.get(part) ?? top) !== top)
      for (const [part, top] of moved)
        part.animate(
          { transform: [`translateY(${(last.places.get(part) ?? top) - top}px)`, 'none'] },
          { duration: quick, easing: 'ease-out', composite: 'add' },
        )
    }
    look()
    const changes = new MutationObserver(look)
    changes.observe(root, { subtree: true, childList: true, characterData: true })
    // Places are noted anew: what comes next is measured from there.
    const sizes = new ResizeObserver(note)
    sizes.observe(root)
    const end = () => {
      changes.disconnect()
      sizes.disconnect()
    }
    const timer = isLoading
      ? undefined
      : setTimeout(() => {
          end()
          seen.current = { width: 0, places: new Map() }
        }, after)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [content, isLoading])
}
