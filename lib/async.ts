/** Resolves after the given number of ms. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Returns a mutex: runs functions one at a time, in the order of the calls. A failure rejects only its own
 * call.
 */
export const mutex = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Returns one mutex for each key. A key with nothing waiting is removed. */
export const keyedMutex = () => {
  const turns = new Map<string, Promise<unknown>>()
  return <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(run)
    const settled = turn
      .catch(() => undefined)
      .finally(() => turns.get(key) === settled && turns.delete(key))
    turns.set(key, settled)
    return turn
  }
}

/**
 * Returns a function that dedupes calls: one with the key of a call in flight gets its promise. Once that has
 * settled, the next call runs again.
 */
export const dedupe = <T>() => {
  const open = new Map<string | number, Promise<T>>()
  return (key: string | number, run: () => Promise<T>): Promise<T> => {
    const found = open.get(key)
    if (found) return found
    const result = run().finally(() => open.delete(key))
    open.set(key, result)
    return result
  }
}

/** Returns a memo: runs once for each key and keeps the promise, a rejected one too. */
export const once = <T>() => {
  const results = new Map<string, Promise<T>>()
  return (key: string, run: () => Promise<T>): Promise<T> => {
    const result = results.get(key) ?? run()
    results.set(key, result)
    return result
  }
}

/** The shortest pause between two runs of `poll`, in ms, so that a slow run leaves room for other work. */
const breath = 20

/** Repeats `run`, which returns how many ms after its start the next run is due; undefined ends the loop. */
export const poll = async (
  run: () => Promise<number | undefined>,
  { now, wait }: { now: () => number; wait: (ms: number) => Promise<void> },
): Promise<void> => {
  for (;;) {
    const started = now()
    const pause = await run()
    if (pause === undefined) return
    // The clock may be set back during a run.
    await wait(Math.max(breath, pause - Math.abs(now() - started)))
  }
}
