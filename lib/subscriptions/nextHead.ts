/** Between two looks, in ms: where nothing is announced, after an announcement, and at most without one. */
export const pace = { usual: 1_000, announced: 50, unannounced: 5_000 }

type Listen = (tell: () => void) => (() => void) | undefined

/**
 * Listens for the next head from now on; what it gives back waits for it where the node announces heads, and
 * else for the usual pause. An announcement may get lost: after 5 s another look is due all the same.
 * A `pause`, in ms, is waited for whatever is announced: the network did not answer.
 */
export const nextHead = (listen: Listen, wait: (ms: number) => Promise<void>) => {
  let ring: () => void = () => undefined
  const rung = new Promise<void>((resolve) => (ring = resolve))
  const stop = listen(ring)
  return async (pause?: number): Promise<void> => {
    if (pause !== undefined) await wait(pause)
    else if (stop)
      await Promise.race([rung.then(() => wait(pace.announced)), wait(pace.unannounced)])
    else await wait(pace.usual)
    stop?.()
  }
}
