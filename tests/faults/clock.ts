/** A clock that stands still until it is moved on: whatever waits by it waits for nothing else. */
export const createClock = (start: number) => {
  let now = start
  let timers: { at: number; ring: () => void }[] = []

  /** Calls once `ms` have passed; gives back what forgets it. */
  const after = (ms: number, ring: () => void): (() => void) => {
    const timer = { at: now + ms, ring }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }

  return {
    /** ms since 1970. */
    now: () => now,
    after,
    sleep: (ms: number) => new Promise<void>((resolve) => after(ms, resolve)),
    /** When the next timer rings; Infinity without one. */
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
