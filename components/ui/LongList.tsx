import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { memo, useCallback, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import styles from './LongList.module.css'

const indexOf = (node: EventTarget): number =>
  Number((node as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)

/** An item, which is drawn again only where the list's owner is. */
const Item = memo(({ index, render }: { index: number; render: (index: number) => ReactNode }) =>
  render(index),
)

/**
 * A long list in a box of its own that scrolls, in which only the items near the visible ones exist; the one
 * that has the focus stays, and Tab leads on to the next. `estimate`: an item's height, in px.
 */
export const LongList = ({
  count,
  estimate,
  itemClass,
  render,
}: {
  count: number
  estimate: number
  itemClass: string | undefined
  render: (index: number) => ReactNode
}) => {
  const box = useRef<HTMLOListElement>(null)
  const [focused, setFocused] = useState(-1)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range)
      if (focused < 0) return visible
      const kept = [focused - 1, focused, focused + 1].filter((at) => at >= 0 && at < range.count)
      return [...new Set([...visible, ...kept])].sort((a, b) => a - b)
    },
    [focused],
  )
  const virtual = useVirtualizer({
    count,
    rangeExtractor,
    getScrollElement: () => box.current,
    // The box by its style, before it is there: without it the first drawing has no items.
    initialRect: { width: innerWidth, height: Math.min(innerHeight * 0.6, 480) },
    estimateSize: () => estimate,
    overscan: 6,
  })
  return (
    <div className={styles.frame}>
      <ol
        ref={box}
        className={styles.box}
        onFocus={({ target }: FocusEvent) => setFocused(indexOf(target))}
      >
        <li className={styles.space} style={{ height: virtual.getTotalSize() }} aria-hidden />
        {virtual.getVirtualItems().map(({ index, start, key }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={count}
            className={`${styles.item} ${itemClass}`}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Item index={index} render={render} />
          </li>
        ))}
      </ol>
    </div>
  )
}
