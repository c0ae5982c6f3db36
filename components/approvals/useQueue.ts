import { useEffect } from 'react'
import type { Approval } from '@/lib/db'
import { useApprovals } from '../hooks/queries'
import { show, useApprovalDraft } from '../store/approval'

/** The request to show and how many wait; undefined while they are read, without `row` when none is left. */
export const useQueue = (): { row: Approval | undefined; waiting: number } | undefined => {
  const shown = useApprovalDraft((store) => store.shown)
  const decided = useApprovalDraft((store) => store.decided)
  const all = useApprovals(shown)
  // A request that only shows on the icon does not come to the screen by itself.
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
  // The live query may still hold rows from before the approval on the screen.
  if (!named || named.id !== shown) return pending[0]
  const hasFailed = named.state === 'rejected' && named.error && named.id !== decided
  return named.state === 'pending' || hasFailed ? named : pending[0]
}
