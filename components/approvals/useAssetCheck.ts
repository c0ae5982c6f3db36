import { useCallback, useEffect, useState } from 'react'
import type { Finding } from '@/lib/holdings/proposed'
import { wallet } from '../store'

/** What the chain says of a proposed token; undefined while it is asked. `again` asks it once more. */
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
