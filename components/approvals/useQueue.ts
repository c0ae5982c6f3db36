import { useEffect } from 'react'
import type { Approval } from '@/lib/db'
import type { DeviceBatch } from '../devices/deviceBatches'
import { useAwaited } from '../hooks/queries'
import { useStable } from '../hooks/useStable'
import { show, useApprovalDraft } from '../store/approval'
import { usePlace } from '../store/place'

type Awaited = NonNullable<ReturnType<typeof useAwaited>>

/** The request to show, how many wait, and the batches that devices have to sign. */
type Queue = { row: Approval | undefined; waiting: number; devices: readonly DeviceBatch[] }

/**
 * Row that the page has to show; undefined while that is read, without `row` when no request is left. A panel shows
 * what the tab beside it asks, the window all that no panel shows.
 */
export const useQueue = (isPanel: boolean): Queue | undefined => {
  const shown = useApprovalDraft((store) => store.shown)
  const decided = useApprovalDraft((store) => store.decided)
  const all = useAwaited(shown)
  const tab = usePlace((place) => place.tab)
  const isHere = (one: Approval) =>
    isPanel ? tab !== undefined && one.tab === tab : one.isBeside !== true
  const approvals = all && {
    // A request that only shows on the icon does not come to the screen by itself.
    pending: all.pending.filter((one) => !one.isQuiet && isHere(one)),
    named: all.named && isHere(all.named) ? all.named : undefined,
    devices: all.devices,
  }
  const row = useStable(approvals && pick(approvals, shown, decided))

  useEffect(() => {
    if (row && row.id !== shown) show(row.id)
  }, [row, shown])

  return approvals && { row, waiting: approvals.pending.length, devices: approvals.devices }
}

/** The one on the screen stays there while it waits, and if it came to an end that nobody here chose. */
const pick = (
  { pending, named }: Awaited,
  shown: string | undefined,
  decided: string | undefined,
): Approval | undefined => {
  // The live query may still hold rows from before the approval on the screen.
  if (!named || named.id !== shown) return pending[0]
  const hasFailed = named.state === 'rejected' && named.error && named.id !== decided
  return named.state === 'pending' || hasFailed ? named : pending[0]
}
