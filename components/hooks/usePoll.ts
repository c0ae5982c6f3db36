import { useEffect, type DependencyList } from 'react'

/**
 * Polls while the component is shown: runs what `begin` returns at once and then every `ms`, anew when a dependency
 * changes; nothing if it returns nothing. A run that is due while the last one is under way is left out, and a failed
 * one is followed by the next. `polling` is aborted when this ends; a run may abort it, too.
 */
export const usePoll = (
  ms: number,
  begin: (polling: AbortController) => (() => unknown) | undefined,
  deps: DependencyList,
): void => {
  useEffect(() => {
    const polling = new AbortController()
    const run = begin(polling)
    if (!run) return
    let isRunning = false
    const turn = () => {
      if (isRunning) return
      const result = run()
      if (!(result instanceof Promise)) return
      isRunning = true
      // The next run may succeed; one that has to tell of its failure catches it.
      result
        .catch(() => undefined)
        .finally(() => {
          isRunning = false
        })
    }
    const timer = setInterval(turn, ms)
    polling.signal.addEventListener('abort', () => clearInterval(timer))
    turn()
    return () => polling.abort()
  }, deps)
}
