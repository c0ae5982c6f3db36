import type { ReactNode } from 'react'
import type { Approval } from '@/lib/db'
import { SendTransaction } from '../approvals/SendTransaction'

/** A screen that makes requests of its own: while one waits it is decided here, in the screen's place. */
export const OwnRequest = ({
  row,
  children,
}: {
  row: Approval | undefined
  children: ReactNode
}) => (
  <>
    {row && <SendTransaction key={row.id} row={row} waiting={1} />}
    {/* Kept, with what was typed: a rejection leads back to it. */}
    <div hidden={row !== undefined}>{children}</div>
  </>
)
