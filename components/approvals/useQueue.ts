import { useEffect } from 'react'
import type { Approval } from '@/lib/db'
import { useApprovals } from '../hooks/queries'
import { show, useStore } from '../store'

/** The request to show and how many wait; undefined while they are read, without `row` when none is left. */
export const useQueue = (): { row: Approval | undefined; waiting: number } | undefined => {
  const shown = useStore((store) => store.shown)
  const decided = useStore((store) => store.decided)
  const all = useApprovals(shown)
  // What only shows on the icon has not asked to be looked at yet.
  const approvals = all && { ...all, pending: all.pending.filter(({ isQuiet }) => !isQuiet) }
  const row = approvals && pick(approvals, shown, decided)

  useEffect(() => {
    if (row && row.id !== shown) show(row.id)
  }, [row, shown])

  return approvals && { row, waiting: approvals.pending.length }
}

/** The one on the screen stays there while it waits, and if it came to an end that nobody here chose. */
const pick = (
  { pending, named }: NonNullable<ReturnType<typeof useApprovals>>,
  shown: string | undefined,
  decided: string | undefined,
): Approval | undefined => {
  // What was read may be older than what is shown.
  if (!named || named.id !== shown) return pending[0]
  const hasFailed = named.state === 'rejected' && named.error && named.id !== decided
  return named.state === 'pending' || hasFailed ? named : pending[0]
}
