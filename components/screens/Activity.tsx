import { Fragment, useEffect, useRef, useState } from 'react'
import type { Filter } from '../batches/filter'
import { Cleared } from '../batches/Cleared'
import { ClearFinished } from '../batches/ClearFinished'
import { FilterBar } from '../batches/FilterBar'
import { Row } from '../batches/Row'
import { usePage, useShown } from '../batches/batchViews'
import { t } from '../text/messages'
import { dayHeading } from '../text/time'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { Section } from '../ui/Section'
import { useFarHeight } from '../ui/useFarHeight'
import styles from '../ui/List.module.css'

/** The batches that were not cleared, live, newest first, and what is looked for among them. */
export const Activity = () => {
  const shown = useShown()
  const [filter, setFilter] = useState<Filter>({})
  return (
    <Section title={t('navActivity')} aside={shown?.over && <ClearFinished />}>
      <Cleared />
      {shown?.any === false && <Note>{t('activity_none')}</Note>}
      {shown?.any && <FilterBar filter={filter} onChange={setFilter} />}
      <Pages key={JSON.stringify(filter)} filter={filter} />
    </Section>
  )
}

/** Shows the batches that fit the filter, older ones a page at a time. */
const Pages = ({ filter }: { filter: Filter }) => {
  const [ends, setEnds] = useState<readonly number[]>([])
  return (
    <div>
      {[undefined, ...ends].map((below, index) => (
        <Page
          key={below ?? 'newest'}
          filter={filter}
          below={below}
          from={ends[index]}
          onMore={(end) => setEnds([...ends, end])}
        />
      ))}
    </div>
  )
}

/**
 * The rows approved before `below`, back to `from`, in ms since 1970; the last page offers the next. Far from
 * what is on the screen only their room is there.
 */
const Page = ({
  filter,
  below,
  from,
  onMore,
}: {
  filter: Filter
  below: number | undefined
  from: number | undefined
  onMore: (end: number) => void
}) => {
  const page = usePage(below, from, filter)
  const end = page?.views.at(-1)?.batch.createdAt
  const first = useRef<HTMLAnchorElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const height = useFarHeight(box)
  const isRead = page !== undefined

  // Whoever opened this page goes on reading where it begins: what they pressed is gone.
  useEffect(() => {
    if (isRead && below !== undefined) first.current?.focus()
  }, [isRead, below])

  const isFiltered = Object.keys(filter).length > 0
  return (
    <div ref={box} style={{ height }}>
      {height === undefined && (
        <ul className={styles.list}>
          {page?.views.length === 0 && isFiltered && (
            <li className={styles.muted}>{t('activity_nothingFits')}</li>
          )}
          {page?.views.map((view, index) => {
            const before = index === 0 ? below : page.views[index - 1]?.batch.createdAt
            return (
              <Fragment key={view.batch.key}>
                <Day at={view.batch.createdAt} before={before} />
                <li>
                  <Row view={view} isUnderDay anchor={index === 0 ? first : undefined} />
                </li>
              </Fragment>
            )
          })}
          {page?.hasMore && end !== undefined && (
            <li className={styles.more}>
              <Button onClick={() => onMore(end)}>{t('showMore')}</Button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** The day of a row, where the row before it is of another; both in ms since 1970. */
const Day = ({ at, before }: { at: number; before: number | undefined }) => {
  const now = Date.now()
  const day = dayHeading(at, now)
  if (before !== undefined && dayHeading(before, now) === day) return null
  return (
    <li className={styles.day}>
      <h3>{day}</h3>
    </li>
  )
}
