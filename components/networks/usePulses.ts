import { useEffect, useState } from 'react'
import type { Pulse } from '@/lib/network/probe'
import { wallet } from '../store/session'

/** How often they are looked at while they are on the screen, in ms. */
const pollInterval = 3_000

/** How a network's RPCs are, live while this is shown and the page is seen; undefined while not known. */
export const usePulses = (
  chainId: number,
  hosts: readonly string[],
): readonly Pulse[] | undefined => {
  const [pulses, setPulses] = useState<readonly Pulse[]>()
  const key = hosts.join(' ')

  useEffect(() => {
    const shown = { is: true }
    const look = async () => {
      const found = document.hidden
        ? undefined
        : await wallet('readPulses', { chainId }).catch(() => undefined)
      // Answers from before a change of the list no longer fit it.
      if (shown.is && found?.map(({ host }) => host).join(' ') === key) setPulses(found)
      if (shown.is) setTimeout(() => void look(), pollInterval)
    }
    setPulses(undefined)
    void look()
    return () => {
      shown.is = false
    }
  }, [chainId, key])

  return pulses
}
