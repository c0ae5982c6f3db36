const { setImmediate: immediate, setTimeout: timeout } = globalThis

/** Turns of the event loop without anything under way that count as rest. */
const turns = 4

/**
 * Knows whether anything is under way, so that time is moved on only while everything rests: requests
 * that are not held on purpose, work of the test's own, and what the database (which runs on
 * `setImmediate`) has still to do.
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
    /** Counts what the database does; gives back how to stop. */
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
    /** The requests that the node keeps waiting until a time by the clock. */
    held,
    /** Resolves when nothing goes on but waiting by the clock. */
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
