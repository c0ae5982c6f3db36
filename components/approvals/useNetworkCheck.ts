import { useCallback, useEffect, useState } from 'react'
import type { RpcFinding } from '@/lib/network/proposal'
import { wallet } from '../store/session'

/** Checks the RPCs of a proposed network; undefined until they answer. `again` checks them anew. */
export const useNetworkCheck = (id: string) => {
  const [rpcs, setRpcs] = useState<readonly { host: string; found: RpcFinding }[]>()

  const ask = useCallback(async () => {
    try {
      setRpcs(await wallet('checkNetwork', { id }))
    } catch {
      // The request has ended: its row says why.
    }
  }, [id])

  useEffect(() => void ask(), [ask])

  return {
    rpcs,
    again: () => {
      setRpcs(undefined)
      void ask()
    },
  }
}
