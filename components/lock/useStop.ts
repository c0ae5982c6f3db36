import { useEffect, useState } from 'react'
import type { Batch } from '@/lib/db'
import { stopOf, type Stop } from '@/lib/lock/stop'
import { wallet } from '../store/session'

type Found = Stop | 'call' | 'unknown'

const find = async (batch: Batch): Promise<Found> => {
  const { key } = batch
  const reverts = await wallet('revertsOf', { key })
  const stop =
    reverts &&
    (await stopOf(
      batch,
      reverts,
      async (token) => (await wallet('wouldHave', { key, token })) ?? undefined,
    ))
  return stop ?? 'unknown'
}

/** Asks the node what stopped a batch that reverted; undefined until it is known. */
export const useStop = (batch: Batch, isReverted: boolean): Found | undefined => {
  const [stop, setStop] = useState<Found>()
  useEffect(() => {
    if (!isReverted) return
    find(batch).then(setStop, () => setStop('unknown'))
  }, [batch, isReverted])
  return stop
}
