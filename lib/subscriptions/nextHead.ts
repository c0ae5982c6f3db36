/**
 * Polling intervals in ms: `usual` if the node announces no heads; if it does, `announced` after an
 * announcement and `unannounced` as the longest wait for one.
 */
export const pollIntervals = { usual: 1_000, announced: 50, unannounced: 5_000 }

type Listen = (tell: () => void) => (() => void) | undefined

/**
 * Listens for the next head from now on. The returned function waits for the announcement, for at most 5 s
 * because one may get lost, or for the usual interval if the node announces none. A `pause` (ms) is waited in
 * full instead: backoff after the network did not answer.
 */
export const nextHead = (listen: Listen, wait: (ms: number) => Promise<void>) => {
  let ring: () => void = () => undefined
  const rung = new Promise<void>((resolve) => (ring = resolve))
  const stop = listen(ring)
  return async (pause?: number): Promise<void> => {
    if (pause !== undefined) await wait(pause)
    else if (stop)
      await Promise.race([
        rung.then(() => wait(pollIntervals.announced)),
        wait(pollIntervals.unannounced),
      ])
    else await wait(pollIntervals.usual)
    stop?.()
  }
}
