import { useEffect, useRef, useState } from 'react'
import { Cleared } from '../batches/Cleared'
import { ClearFinished } from '../batches/ClearFinished'
import { StatusWord } from '../batches/StatusWord'
import { wordOf } from '../batches/word'
import { usePage, useShown, type BatchView } from '../hooks'
import { useStore } from '../store'
import { some } from '../text/amount'
import { networkName } from '../text/network'
import { timeText } from '../text/time'
import { Button } from '../ui/Button'
import { Host } from '../ui/Host'
import { Section } from '../ui/Section'
import styles from './List.module.css'

/** The batches that were not cleared, live, newest first; older ones a page at a time. */
export const Activity = () => {
  const shown = useShown()
  const [ends, setEnds] = useState<readonly number[]>([])
  return (
    <Section title="Activity" aside={shown?.over && <ClearFinished />}>
      <Cleared />
      {shown?.any === false && (
        <p className={styles.muted}>
          No batch here. When a connected site sends one, you see what became of it.
        </p>
      )}
      <ul className={styles.list}>
        {[undefined, ...ends].map((below, index) => (
          <Page
            key={below ?? 'newest'}
            below={below}
            from={ends[index]}
            onMore={(end) => setEnds([...ends, end])}
          />
        ))}
      </ul>
    </Section>
  )
}

/** The rows approved before `below`, back to `from`, in ms since 1970; the last page offers the next. */
const Page = ({
  below,
  from,
  onMore,
}: {
  below: number | undefined
  from: number | undefined
  onMore: (end: number) => void
}) => {
  const page = usePage(below, from)
  const end = page?.views.at(-1)?.batch.createdAt
  const first = useRef<HTMLAnchorElement>(null)
  const isRead = page !== undefined

  // Whoever opened this page goes on reading where it begins: what they pressed is gone.
  useEffect(() => {
    if (isRead && below !== undefined) first.current?.focus()
  }, [isRead, below])

  return (
    <>
      {page?.views.map((view, index) => (
        <Row key={view.batch.key} view={view} anchor={index === 0 ? first : undefined} />
      ))}
      {page?.hasMore && end !== undefined && (
        <li className={styles.more}>
          <Button onClick={() => onMore(end)}>Show more</Button>
        </li>
      )}
    </>
  )
}

const Row = ({
  view,
  anchor,
}: {
  view: BatchView
  anchor: React.Ref<HTMLAnchorElement> | undefined
}) => {
  const isUnlocked = useStore(({ session }) => session?.isUnlocked ?? false)
  const { key, origin, calls, chainId, createdAt } = view.batch
  return (
    <li>
      <a ref={anchor} className={`${styles.item} ${styles.link}`} href={`#${key}`}>
        <span className={`${styles.line} ${styles.top}`}>
          <Host origin={origin} />
          <StatusWord word={wordOf(view, isUnlocked)} />
        </span>
        <span className={styles.muted}>
          {some(calls.length, 'call')} on {networkName(chainId)}, {timeText(createdAt)}
        </span>
      </a>
    </li>
  )
}
