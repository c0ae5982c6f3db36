import { getAddress } from 'viem'
import { useState } from 'react'
import { nameOf } from '../calls/nameOf'
import { useAccounts, useContacts } from '../hooks/queries'
import { shortHex } from '../text/shortHex'
import { visible, visibleName } from '../text/visible'
import { Button } from '../ui/Button'
import { LongText } from '../ui/LongText'
import { ShortAddress } from '../ui/ShortAddress'
import layout from '../ui/layout.module.css'
import styles from '../ui/table.module.css'
import type { DataRow } from './rows'
import { plural } from '../text/messages'

const step = 200

/**
 * Typed data as a table, what is nested set in; long ones show their first 200 lines until asked. Hex stands by its
 * ends: whole it is in the exact data below.
 */
export const DataTable = ({ rows }: { rows: readonly DataRow[] }) => {
  const [shown, setShown] = useState(step)
  const rest = rows.length - shown
  return (
    <>
      <dl className={`${layout.stack} ${layout.flush}`}>
        {rows.slice(0, shown).map(({ depth, name, type, value }, index) => (
          <div
            key={index}
            className={`${styles.pair} ${layout.ruled}`}
            // So deep that nothing would be left of the line, it stays where it is.
            style={{ paddingInlineStart: `calc(${Math.min(depth, 8)} * var(--indent))` }}
          >
            <dt className={layout.muted}>{visibleName(name)}</dt>
            <dd>
              {value === undefined ? (
                <span className={`${layout.code} ${layout.muted}`}>{visibleName(type)}</span>
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

const Cell = ({ type, value }: { type: string; value: string }) => {
  const [accounts, contacts] = [useAccounts(), useContacts()]
  if (type === 'address') {
    const address = getAddress(value)
    const name = nameOf(address, accounts, contacts)
    return name === undefined ? (
      <ShortAddress value={address} />
    ) : (
      <bdi title={address}>{visible(name)}</bdi>
    )
  }
  if (!type.startsWith('bytes')) return <LongText text={value} most={500} />
  return (
    <bdi className={layout.code}>
      {visible(shortHex(value))}
      {value.length > 66 && ` · ${plural('bytes', (value.length - 2) / 2)}`}
    </bdi>
  )
}
