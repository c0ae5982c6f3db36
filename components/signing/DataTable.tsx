import { getAddress } from 'viem'
import { useState } from 'react'
import { visibleName } from '../text/visible'
import { Button } from '../ui/Button'
import { Hex } from '../ui/Hex'
import { LongText } from '../ui/LongText'
import styles from './DataTable.module.css'
import type { DataRow } from './rows'
import { plural } from '../text/messages'

const step = 200

/** Typed data as a table, what is nested set in; long ones show their first 200 lines until asked. */
export const DataTable = ({ rows }: { rows: readonly DataRow[] }) => {
  const [shown, setShown] = useState(step)
  const rest = rows.length - shown
  return (
    <>
      <dl className={styles.table}>
        {rows.slice(0, shown).map(({ depth, name, type, value }, index) => (
          <div
            key={index}
            className={styles.row}
            // So deep that nothing would be left of the line, it stays where it is.
            style={{ paddingInlineStart: Math.min(depth, 8) * 12 }}
          >
            <dt className={styles.name}>{visibleName(name)}</dt>
            <dd>
              {value === undefined ? (
                <span className={styles.type}>{visibleName(type)}</span>
              ) : (
                <Cell type={type} value={value} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {rest > 0 && (
        <Button isSmall onClick={() => setShown(shown + step)}>
          {plural('showMoreValues', rest)}
        </Button>
      )}
    </>
  )
}

const Cell = ({ type, value }: { type: string; value: string }) =>
  type === 'address' ? (
    <Hex value={getAddress(value)} />
  ) : (
    <LongText text={value} most={500} isCode={type.startsWith('bytes')} />
  )
