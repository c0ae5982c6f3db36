import { Fragment, useEffect, useRef, useState } from 'react'
import type { ActivityFilter } from '../batches/filter'
import { Cleared } from '../batches/Cleared'
import { ClearFinished } from '../batches/ClearFinished'
import { FilterBar } from '../batches/FilterBar'
import { Row } from '../batches/Row'
import { usePage, useShown } from '../batches/batchViews'
import { fitsReceived, receivedIn, useArrived, type Received } from '../incoming/received'
import { ReceivedRow } from '../incoming/ReceivedRow'
import { UnknownReceived } from '../incoming/UnknownReceived'
import { t } from '../text/messages'
import { dayHeading } from '../text/time'
import { Button } from '../ui/Button'
import { Disclosure } from '../ui/Disclosure'
import { Note } from '../ui/Note'
import { Section } from '../ui/Section'
import { useFarHeight } from '../ui/useFarHeight'
import styles from '../ui/List.module.css'
import { loadedLater } from '../hooks/loadedLater'
import { useHere } from '../hooks/useHere'
import { useScanIncoming } from '../incoming/useScanIncoming'

/** Few want the activity as a file. */
const ExportActivity = loadedLater(
  async () => (await import('../export/ExportActivity')).ExportActivity,
)

/** The batches that were not cleared and what arrived, live, newest first, with a search and filters. */
export const Activity = () => {
  const shown = useShown()
  const [filter, setFilter] = useState<ActivityFilter>({})
  useScanIncoming(useHere())
  const arrived = useArrived() ?? []
  const received = arrived.flatMap(receivedIn)
  return (
    <Section
      title={t('navActivity')}
      aside={(shown?.over === true || received.length > 0) && <ClearFinished />}
    >
      <Cleared />
      {shown?.any === false && received.length === 0 && <Note>{t('activity_none')}</Note>}
      {(shown?.any === true || received.length > 0) && (
        <>
          <FilterBar filter={filter} onChange={setFilter} />
          <Disclosure title={t('export_title')}>
            <ExportActivity filter={filter} />
          </Disclosure>
        </>
      )}
      <UnknownReceived arrived={arrived} />
      <Pages
        key={JSON.stringify(filter)}
        filter={filter}
        received={received.filter((one) => fitsReceived(filter, one))}
      />
    </Section>
  )
}

/** Shows the batches that fit the filter, older ones a page at a time, and what arrived among them. */
const Pages = ({ filter, received }: { filter: ActivityFilter; received: readonly Received[] }) => {
  const [ends, setEnds] = useState<readonly number[]>([])
  return (
    <div>
      {[undefined, ...ends].map((below, index) => (
        <Page
          key={below ?? 'newest'}
          filter={filter}
          received={received}
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
  received,
  below,
  from,
  onMore,
}: {
  filter: ActivityFilter
  received: readonly Received[]
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
  const oldest = from ?? (page?.hasMore ? (end ?? -Infinity) : -Infinity)
  const rows = [
    ...(page?.views ?? []).map((view) => ({ at: view.batch.createdAt, view })),
    ...(page ? received : [])
      .filter(({ at }) => oldest <= at && at < (below ?? Infinity))
      .map((one) => ({ at: one.at, one })),
  ].toSorted((a, b) => b.at - a.at)
  return (
    <div ref={box} style={{ height }}>
      {height === undefined && (
        <ul className={styles.list}>
          {page && rows.length === 0 && isFiltered && (
            <li className={styles.muted}>{t('activity_nothingFits')}</li>
          )}
          {rows.map((row, index) => (
            <Fragment key={'view' in row ? row.view.batch.key : row.one.key}>
              <Day at={row.at} before={index === 0 ? below : rows[index - 1]?.at} />
              <li>
                {'view' in row ? (
                  <Row
                    view={row.view}
                    isUnderDay
                    anchor={row.view === page?.views[0] ? first : undefined}
                  />
                ) : (
                  <ReceivedRow received={row.one} isUnderDay />
                )}
              </li>
            </Fragment>
          ))}
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
