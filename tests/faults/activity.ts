const { setImmediate: immediate, setTimeout: timeout } = globalThis

/** Number of idle turns of the event loop that count as rest. */
const turns = 4

/**
 * Tracks pending work, so that the clock is moved only while nothing runs: requests that the node does not
 * hold on purpose, work of the test itself, and tasks of the database, which runs on `setImmediate`.
 */
export const createActivity = () => {
  let tasks = 0
  let work = 0
  const requests = new Set<number>()
  const held = new Set<number>()

  const isBusy = () => tasks > 0 || work > 0 || [...requests].some((id) => !held.has(id))

  const count = ((task: (...args: unknown[]) => void, ...args: unknown[]) => {
    tasks++
    return immediate(() => {
      try {
        task(...args)
      } finally {
        tasks--
      }
    })
  }) as typeof setImmediate

  return {
    /** Counts the database's tasks by replacing `setImmediate`. Returns how to stop. */
    install: () => {
      globalThis.setImmediate = count
      return () => {
        globalThis.setImmediate = immediate
      }
    },
    during: async <T>(run: () => Promise<T>): Promise<T> => {
      work++
      try {
        return await run()
      } finally {
        work--
      }
    },
    requests,
    /** Ids of requests that the node holds until a time by the test's clock. */
    held,
    /** Resolves when only timers of the test's clock are pending. */
    rest: async () => {
      for (let quiet = 0; quiet < turns; quiet = isBusy() ? 0 : quiet + 1)
        await new Promise<void>((resolve) => {
          if (isBusy() && tasks === 0) timeout(resolve, 1)
          else immediate(resolve)
        })
    },
  }
}

export type Activity = ReturnType<typeof createActivity>
