/** Creates a clock that moves only by `moveTo`, which also rings the timers that are due. */
export const createClock = (start: number) => {
  let now = start
  let timers: { at: number; ring: () => void }[] = []

  /** Calls `ring` once `ms` have passed. Returns how to cancel. */
  const after = (ms: number, ring: () => void): (() => void) => {
    const timer = { at: now + ms, ring }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }

  return {
    /** The time, in ms since 1970. */
    now: () => now,
    after,
    sleep: (ms: number) => new Promise<void>((resolve) => after(ms, resolve)),
    /** The time of the next timer, in ms since 1970; Infinity without one. */
    next: () => Math.min(...timers.map(({ at }) => at)),
    moveTo: (at: number) => {
      now = Math.max(now, at)
      const due = timers.filter((timer) => timer.at <= now)
      timers = timers.filter((timer) => timer.at > now)
      for (const { ring } of due) ring()
    },
  }
}

export type Clock = ReturnType<typeof createClock>
