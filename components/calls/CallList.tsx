import type { Address } from 'viem'
import type { Call } from '@/lib/db'
import type { CallOutcome } from '@/lib/simulate/quote'
import { CallRow } from './CallRow'
import type { Tokens } from './tokens'
import styles from './CallList.module.css'

/** Every call in order; a single one open at once. */
export const CallList = ({
  calls,
  from,
  tokens,
  outcomes,
}: {
  calls: readonly Call[]
  from: Address
  tokens: Tokens
  outcomes?: readonly CallOutcome[] | undefined
}) => (
  <ol className={styles.list}>
    {calls.map((call, index) => (
      // Calls have no identity but their place, which never changes.
      <li key={index} className={styles.call}>
        <CallRow
          {...{ index, call, from, tokens }}
          outcome={outcomes?.[index]}
          isOpenAtFirst={calls.length === 1}
        />
      </li>
    ))}
  </ol>
)
