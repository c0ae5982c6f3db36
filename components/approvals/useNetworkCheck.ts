import { useState } from 'react'
import type { RpcFinding } from '@/lib/network/proposal'
import { wallet } from '../store/session'

/** Answers of a proposal's RPCs, in their order; before they have come, if they are being asked. */
export type NodeCheck = 'not asked' | 'asking' | readonly { found: RpcFinding }[]

/**
 * The checks of a proposed network's RPCs: the site's own, and the one that is widely known for the chain. No
 * node is asked before `ask`, which belongs to a click.
 */
export const useNetworkCheck = (
  id: string,
  chainId: number,
  knownUrl: string | undefined,
): Record<'known' | 'site', { check: NodeCheck; ask: () => Promise<void> }> => {
  const [site, setSite] = useState<NodeCheck>('not asked')
  const [known, setKnown] = useState<NodeCheck>('not asked')

  const askSite = async () => {
    setSite('asking')
    try {
      setSite(await wallet('checkNetwork', { id }))
    } catch {
      // The request has ended: its row says why.
    }
  }
  const askKnown = async () => {
    if (knownUrl === undefined) return
    setKnown('asking')
    const served = await wallet('findChain', { url: knownUrl }).catch(() => 'no answer' as const)
    const isOther = typeof served === 'number' && served !== chainId
    setKnown([{ found: served === chainId ? 'ok' : isOther ? 'other chain' : 'no answer' }])
  }
  return { known: { check: known, ask: askKnown }, site: { check: site, ask: askSite } }
}
