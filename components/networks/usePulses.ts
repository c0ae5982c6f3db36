import { useState } from 'react'
import type { Pulse } from '@/lib/network/probe'
import { usePoll } from '../hooks/usePoll'
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

  usePoll(
    pollInterval,
    ({ signal }) => {
      setPulses(undefined)
      return async () => {
        if (document.hidden) return
        const found = await wallet('readPulses', { chainId })
        // Answers from before a change of the list no longer fit it.
        if (!signal.aborted && found.map(({ host }) => host).join(' ') === key) setPulses(found)
      }
    },
    [chainId, key],
  )

  return pulses
}
