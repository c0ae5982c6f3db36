import { useCallback, useEffect, useState } from 'react'
import type { Finding } from '@/lib/holdings/proposed'
import { wallet } from '../store/session'

/** Reads a proposed token from the chain; undefined until the node answers. `again` reads it anew. */
export const useAssetCheck = (id: string) => {
  const [finding, setFinding] = useState<Finding | { found: 'no answer' }>()

  const ask = useCallback(async () => {
    try {
      setFinding(await wallet('checkAsset', { id }))
    } catch {
      setFinding({ found: 'no answer' })
    }
  }, [id])

  useEffect(() => void ask(), [ask])

  return {
    finding,
    again: () => {
      setFinding(undefined)
      void ask()
    },
  }
}
