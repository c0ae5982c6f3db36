import { useState } from 'react'
import type { Pulse } from '@/lib/network/probe'
import { usePoll } from '../hooks/usePoll'
import { wallet } from '../store/session'

/** Interval between two polls of the RPCs, in ms. */
const pollInterval = 3_000

/** Polls the health of a network's RPCs while the page is visible; undefined before the first answer. */
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
