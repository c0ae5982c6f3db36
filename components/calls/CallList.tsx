import type { Call } from '@/lib/db'
import type { CallOutcome } from '@/lib/simulate/quote'
import { CallRow } from './CallRow'
import type { Place } from './place'
import styles from './CallList.module.css'

/** Every call in order; a single one open at once. */
export const CallList = ({
  calls,
  outcomes,
  ...place
}: {
  calls: readonly Call[]
  outcomes?: readonly CallOutcome[] | undefined
} & Place) => (
  <ol className={styles.list}>
    {calls.map((call, index) => (
      // Calls have no identity but their place, which never changes.
      <li key={index} className={styles.call}>
        <CallRow
          {...{ index, call, ...place }}
          outcome={outcomes?.[index]}
          isOpenAtFirst={calls.length === 1}
        />
      </li>
    ))}
  </ol>
)
