import { useCallback, useEffect, useState } from 'react'
import type { RpcFinding } from '@/lib/network/proposal'
import { wallet } from '../store/session'

/** Checks the RPC that is widely known for a chain; undefined until it answers. `again` checks it anew. */
export const useKnownNode = (chainId: number, url: string | undefined) => {
  const [found, setFound] = useState<readonly { found: RpcFinding }[]>()

  const ask = useCallback(async () => {
    if (url === undefined) return
    const served = await wallet('findChain', { url }).catch(() => 'no answer' as const)
    const isOther = typeof served === 'number' && served !== chainId
    setFound([{ found: served === chainId ? 'ok' : isOther ? 'other chain' : 'no answer' }])
  }, [chainId, url])

  useEffect(() => void ask(), [ask])

  return {
    found,
    again: () => {
      setFound(undefined)
      void ask()
    },
  }
}
