/** Resolves after so many ms. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs one at a time, in the order of the calls. A failure is its caller's alone: the next one runs. */
export const mutex = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** A mutex for each key. A key that nothing waits for is forgotten. */
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

/** Joins a call to one of the same key that is under way. Once that has settled, the next call runs anew. */
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

/** Runs once for each key and keeps the result, a failure too, as long as what it gives back is kept. */
export const once = <T>() => {
  const results = new Map<string, Promise<T>>()
  return (key: string, run: () => Promise<T>): Promise<T> => {
    const result = results.get(key) ?? run()
    results.set(key, result)
    return result
  }
}

/** The shortest pause between two runs of `poll`, in ms: a slow one leaves room for other work. */
const breath = 20

/** Runs again and again: `run` gives how many ms after its start the next one is due, undefined to end. */
export const poll = async (
  run: () => Promise<number | undefined>,
  { now, wait }: { now: () => number; wait: (ms: number) => Promise<void> },
): Promise<void> => {
  for (;;) {
    const started = now()
    const pause = await run()
    if (pause === undefined) return
    // The clock may be set back meanwhile.
    await wait(Math.max(breath, pause - Math.abs(now() - started)))
  }
}
