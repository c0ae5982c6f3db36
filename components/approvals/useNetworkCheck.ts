import { useState } from 'react'
import type { RpcFinding } from '@/lib/network/proposal'
import { useAction } from '../hooks/useAction'
import { askForHost } from '../networks/hostPermission'
import { wallet } from '../store/session'

/** Answers of a proposal's RPCs, in their order; before they have come, if they are being asked. */
export type NodeCheck = 'not asked' | 'asking' | readonly { found: RpcFinding }[]

type NetworkCheck = {
  check: NodeCheck
  /** Asks, after a request for access to the host of a URL, if one is given. */
  ask: (url?: string) => void
  /** Sentence for why the last check could not be made. */
  error: string | undefined
}

/**
 * The checks of a proposed network's RPCs: the site's own, and the one that is widely known for the chain. No
 * node is asked before `ask`, which belongs to a click.
 */
export const useNetworkCheck = (
  id: string,
  chainId: number,
  knownUrl: string | undefined,
): Record<'known' | 'site', NetworkCheck> => {
  const [site, setSite] = useState<NodeCheck>('not asked')
  const [known, setKnown] = useState<NodeCheck>('not asked')

  const askSite = useAction(async (url?: string) => {
    if (url !== undefined) await askForHost(url)
    setSite('asking')
    try {
      setSite(await wallet('checkNetwork', { id }))
    } catch (error) {
      setSite('not asked')
      throw error
    }
    return undefined
  })
  const askKnown = useAction(async (url?: string) => {
    if (knownUrl === undefined) return undefined
    if (url !== undefined) await askForHost(url)
    setKnown('asking')
    const served = await wallet('findChain', { url: knownUrl }).catch(() => 'no answer' as const)
    const isOther = typeof served === 'number' && served !== chainId
    setKnown([{ found: served === chainId ? 'ok' : isOther ? 'other chain' : 'no answer' }])
    return undefined
  })
  return {
    known: { check: known, ask: askKnown.run, error: askKnown.error },
    site: { check: site, ask: askSite.run, error: askSite.error },
  }
}
