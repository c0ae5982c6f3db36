import { useEffect, useState, type RefObject } from 'react'

/** How far from what is on the screen a part still exists. */
const margin = '1000px 0px'

/** The height, in px, of a part that is far from what is on the screen; undefined while it is near or has the focus. */
export const useFarHeight = (part: RefObject<HTMLElement | null>): number | undefined => {
  const [height, setHeight] = useState<number>()

  useEffect(() => {
    const { current: element } = part
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        const isNear = entry?.isIntersecting === true || element.contains(document.activeElement)
        setHeight(isNear ? undefined : entry?.boundingClientRect.height)
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [part])

  return height
}
