import type { ReactNode } from 'react'
import type { Call } from '@/lib/db'
import type { CallOutcome } from '@/lib/simulate/quote'
import { LongList } from '../ui/LongList'
import { CallRow } from './CallRow'
import type { Place } from './place'
import layout from '../ui/layout.module.css'
import styles from './CallRow.module.css'

/** From so many calls on, only those near what is on the screen are there. */
const long = 50

/** Every call in order, a line each. */
export const CallList = ({
  calls,
  outcomes,
  ...place
}: {
  calls: readonly Call[]
  outcomes?: readonly CallOutcome[] | undefined
} & Place) => {
  const isCalm = outcomes?.every(({ status }) => status === 'succeeds') ?? false
  const row = (index: number): ReactNode => {
    const call = calls[index]
    return (
      call && (
        <CallRow index={index} call={call} {...place} outcome={outcomes?.[index]} isCalm={isCalm} />
      )
    )
  }
  if (calls.length >= long)
    return <LongList count={calls.length} estimate={33} itemClass={layout.ruled} render={row} />
  return (
    <ol className={styles.list}>
      {calls.map((_, index) => (
        // Calls have no identity but their place, which never changes.
        <li key={index} className={layout.ruled}>
          {row(index)}
        </li>
      ))}
    </ol>
  )
}
